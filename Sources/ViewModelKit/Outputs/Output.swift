import Contracts
import JSON

/// A readable property, stored or computed, that is part of the state.
///
///     output("count", \.count)
///
/// It is read anew when something that it was computed from has changed, and only then: a property of an `@Observable`
/// object, a `@Published` property, a relay's `value`. What its encoding reads is followed, too, so the value may be an
/// `@Observable` object, or contain some. An output that reads nothing of that kind is read again in every turn, and
/// the host says so.
///
/// What has changed is found by comparing what values consist of, or their JSON forms; `==` is not asked.
public func output<VM, Value: Encodable>(
  _ name: String, _ property: @escaping (VM) -> Value
) -> InterfaceMember<VM> {
  .values(name, ValueOutput<VM, Value>.Source(property))
}

/// The same for a list of things with an identity. An element that was changed, inserted, removed or moved is one
/// operation of the patch. Of elements that hold no references to objects only those that may have changed are
/// encoded, however long the list is; of others all, and those with the same `id` member are the same thing.
public func output<VM, Element: Encodable & Identifiable>(
  _ name: String, _ property: @escaping (VM) -> [Element]
) -> InterfaceMember<VM> {
  let maker = ListOutput<VM, Element>.Maker(property)
  return .output(
    name, [Element].self, identifiedBy: "id",
    makeState: { maker.makeState($0, $1) }, windows: { WindowMaker(on: property, $0) })
}

/// A property that never changes. It is read once, and needs nothing to follow it by.
///
///     output("id", constant: \.id)
public func output<VM, Value: Encodable>(
  _ name: String, constant property: KeyPath<VM, Value>
) -> InterfaceMember<VM> {
  .values(name, ValueOutput<VM, Value>.Source { $0[keyPath: property] }, from: .constant)
}

/// An output of a ViewModel.
package final class Output {
  package let name: String
  package let schema: @MainActor (SchemaProbe) -> JSONValue
  let place: OutputState.Place
  /// What part of it a frontend gets that does not say which.
  let part: OutputPart
  let makeState: (AnyViewModelBox) -> OutputState
  /// Makes windows on it.
  let windows: Windows

  init(
    _ name: String, _ schema: @escaping @MainActor (SchemaProbe) -> JSONValue,
    _ place: OutputState.Place, part: OutputPart = .whole, windows: Windows,
    makeState: @escaping (AnyViewModelBox) -> OutputState
  ) {
    self.name = name
    self.schema = schema
    self.place = place
    self.part = part
    self.windows = windows
    self.makeState = makeState
  }

  /// What makes windows on an output, and whether anything does, is found out when somebody asks for one.
  final class Windows {
    private let find: () -> WindowMaker?
    private(set) lazy var maker = find()

    init(_ find: @escaping () -> WindowMaker?) { self.find = find }
  }

  /// Makes the state of an output of which the frontend sees that part.
  @inline(__always)
  func makeState(_ box: AnyViewModelBox, of part: OutputPart?) -> OutputState {
    switch part {
    case nil: UnobservedOutput(place)
    case .whole: makeState(box)
    case .window(let window): windows.maker?.make(box, window) ?? makeState(box)
    }
  }
}

extension InterfaceMember {
  fileprivate static func values<Value>(
    _ name: String, _ values: ValueOutput<VM, Value>.Source,
    from source: OutputState.Place.Source = .property
  ) -> Self {
    let reader = PlainOutput.reader(of: values.property)
    return output(
      name, Value.self, from: source,
      makeState: { box, place in
        if let reader { PlainOutput(box, reader, place) } else { ValueOutput(box, values, place) }
      },
      windows: { WindowMaker(on: values.property, $0) })
  }

  static func output(
    _ name: String, _ type: Any.Type, identifiedBy identity: String? = nil,
    from source: OutputState.Place.Source = .property,
    makeState: @escaping (ViewModelBox<VM>, OutputState.Place) -> OutputState,
    windows: @escaping (OutputState.Place) -> WindowMaker?
  ) -> Self {
    let place = OutputState.Place(name, identifiedBy: identity, from: source)
    return InterfaceMember(
      kind: .output(
        Output(
          name, { $0.schema(of: type) }, place, windows: Output.Windows { windows(place) },
          makeState: { makeState($0.typed(VM.self), place) })))
  }
}
