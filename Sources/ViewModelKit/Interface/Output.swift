import Hosting

/// A readable property, stored or computed, that is part of the state.
///
///     output("count", \.count)
///
/// The host reads it again only after a change of something that it was computed from: a property
/// of an `@Observable` object, a `@Published` property, a relay's `value`. The host also observes
/// whatever the encoding reads, so the value may be or contain an `@Observable` object. The host
/// reads an output without such a dependency in every turn, and warns once.
///
/// Changes are found by comparing the parts of values or their JSON forms, without `==`.
public func output<VM, Value: Encodable>(
  _ name: String, _ property: @escaping (VM) -> Value
) -> InterfaceMember<VM> {
  InterfaceMember(kind: .output(Output(name, property)))
}

/// A list of elements with an identity. The patch has one operation for each element that was
/// changed, inserted, removed or moved. If the elements hold no references to objects, only those
/// that may have changed are encoded, however long the list is; otherwise all are. Elements with
/// the same `id` member are the same element.
public func output<VM, Element: Encodable & Identifiable>(
  _ name: String, _ property: @escaping (VM) -> [Element]
) -> InterfaceMember<VM> {
  InterfaceMember(kind: .output(Output(name, identified: property)))
}

/// A property that never changes. It is read once, and not observed.
///
///     output("id", constant: \.id)
public func output<VM, Value: Encodable>(
  _ name: String, constant property: KeyPath<VM, Value>
) -> InterfaceMember<VM> {
  InterfaceMember(
    kind: .output(
      Output(name, isConstant: true) { (viewModel: VM) in viewModel[keyPath: property] }))
}

/// A collection of any type, such as a `lazy.map` or one of the author's own. A window on it makes
/// and encodes only its elements. A frontend that observes the whole output gets an array.
///
///     // in the ViewModel
///     var squares: LazyMapCollection<[Int], Int> { numbers.lazy.map { $0 * $0 } }
///     // in its interface
///     output("squares", \.squares)
///
/// Declare the property with this type: in a closure the compiler would choose the `map` that makes
/// an array.
@_disfavoredOverload
public func output<VM, List: RandomAccessCollection>(
  _ name: String, _ property: @escaping (VM) -> List
) -> InterfaceMember<VM> where List.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, elements: property)))
}

/// A list that may be too long to send as a whole: without a window of its own, a frontend gets one
/// at the beginning.
///
///     output("lines", \.lines, window: 100)
///
/// - Parameters:
///   - name: the name that frontends use.
///   - property: the list.
///   - limit: the maximum number of rows in that window.
public func output<VM, List: RandomAccessCollection>(
  _ name: String, _ property: @escaping (VM) -> List, window limit: Int
) -> InterfaceMember<VM> where List.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, elements: property).through(window: limit)))
}
