import Hosting

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
  InterfaceMember(kind: .output(Output(name, property)))
}

/// The same for a list of things with an identity. An element that was changed, inserted, removed or moved is one
/// operation of the patch. Of elements that hold no references to objects only those that may have changed are
/// encoded, however long the list is; of others all, and those with the same `id` member are the same thing.
public func output<VM, Element: Encodable & Identifiable>(
  _ name: String, _ property: @escaping (VM) -> [Element]
) -> InterfaceMember<VM> {
  InterfaceMember(kind: .output(Output(name, identified: property)))
}

/// A property that never changes. It is read once, and needs nothing to follow it by.
///
///     output("id", constant: \.id)
public func output<VM, Value: Encodable>(
  _ name: String, constant property: KeyPath<VM, Value>
) -> InterfaceMember<VM> {
  InterfaceMember(
    kind: .output(
      Output(name, isConstant: true) { (viewModel: VM) in viewModel[keyPath: property] }))
}

/// A property that is a list of any kind, such as `lazy.map` gives one, or a collection of one's own: a frontend that
/// observes it through a window has those elements made that stand there, and no others. Who observes the whole gets an
/// array.
///
///     var squares: LazyMapCollection<[Int], Int> { numbers.lazy.map { $0 * $0 } }      // in the ViewModel
///     output("squares", \.squares)                                                     // in the interface
///
/// The property has to have such a type: in a closure the compiler would take `map` for the one that makes an array.
@_disfavoredOverload
public func output<VM, List: RandomAccessCollection>(
  _ name: String, _ property: @escaping (VM) -> List
) -> InterfaceMember<VM> where List.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, elements: property)))
}

/// The same for a list that is never to be told as a whole, as it may be very long: who does not ask for a window gets
/// one on its beginning.
///
///     output("lines", \.lines, window: 100)
///
/// - Parameters:
///   - name: how frontends know it.
///   - property: the list.
///   - limit: how many rows that window has at most.
public func output<VM, List: RandomAccessCollection>(
  _ name: String, _ property: @escaping (VM) -> List, window limit: Int
) -> InterfaceMember<VM> where List.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, elements: property).through(window: limit)))
}
