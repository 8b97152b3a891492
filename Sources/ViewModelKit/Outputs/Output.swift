import JSON

/// A readable property, stored or computed, that is part of the state.
///
///     output("count", \.count)
///
/// It is read anew when something that it was computed from, in an `@Observable` object, has changed, and only then.
/// A getter must therefore have no other sources that change.
public func output<VM, Value: Encodable & Equatable>(
  _ name: String, _ property: @escaping (VM) -> Value
) -> InterfaceMember<VM> {
  let source = ValueOutput<VM, Value>.Source(property) { $0 == $1 }
  return .output(name, Value.self) { ValueOutput($0, source, $1) }
}

/// The same for a type that is not `Equatable`: its JSON form is compared.
public func output<VM, Value: Encodable>(
  _ name: String, _ property: @escaping (VM) -> Value
) -> InterfaceMember<VM> {
  let source = ValueOutput<VM, Value>.Source(property)
  return .output(name, Value.self) { ValueOutput($0, source, $1) }
}

/// The same for a list of things with an identity. An element that was changed, inserted, removed or moved is one
/// operation of the patch, and only elements that may have changed are encoded, however long the list is.
public func output<VM, Element: Encodable & Equatable & Identifiable>(
  _ name: String, _ property: @escaping (VM) -> [Element]
) -> InterfaceMember<VM> {
  .output(name, [Element].self) { ListOutput($0, property, $1) }
}

/// The same for a list of things with an identity that are not `Equatable`. Their JSON forms are compared; those with
/// the same `id` member are the same thing.
public func output<VM, Element: Encodable & Identifiable>(
  _ name: String, _ property: @escaping (VM) -> [Element]
) -> InterfaceMember<VM> {
  let source = ValueOutput<VM, [Element]>.Source(property)
  return .output(name, [Element].self, identifiedBy: "id") { ValueOutput($0, source, $1) }
}

/// An output of a ViewModel type.
package struct Output<VM> {
  package let name: String
  package let schema: @MainActor () -> JSONValue
  let place: OutputState.Place
  /// Reads the property for the first time.
  let makeState: (Living<VM>) -> OutputState
}

extension InterfaceMember {
  static func output(
    _ name: String, _ type: Any.Type, identifiedBy identity: String? = nil,
    _ makeState: @escaping (Living<VM>, OutputState.Place) -> OutputState
  ) -> Self {
    let place = OutputState.Place(name, identifiedBy: identity)
    return InterfaceMember(
      kind: .output(
        Output(
          name: name, schema: { Schema.of(type) }, place: place,
          makeState: { makeState($0, place) })))
  }
}
