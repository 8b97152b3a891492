import JSON
import Reactive
import TestSupport
import ViewModelKit

/// A ViewModel whose lists are held to the law of windows.
struct WindowSubject: CustomStringConvertible, Sendable {
  let name: String
  let catalog: Catalog
  let lists: [String]
  /// The whole lists of a ViewModel as JSON, each with the identities of its elements where they
  /// have any.
  let fresh: (Any) throws -> [(json: JSONValue, ids: [Int]?)]

  var description: String { name }

  init<VM: Steppable>(
    _ name: String, _ make: @escaping @MainActor () -> VM, _ lists: [WindowedList<VM>]
  ) {
    self.name = name
    self.lists = lists.map(\.name)
    let interface = Interface<VM> {
      input("step", { (vm: VM) in { (seed: Int) in vm.step(seed) } }, "seed")
      for list in lists { list.member }
    }
    catalog = Catalog { viewModel(name, make, interface: interface) }
    fresh = { object in
      guard let viewModel = object as? VM else { throw NoSuchObject() }
      return try lists.map { try $0.fresh(viewModel) }
    }
  }

  private struct NoSuchObject: Error {}

  static let all: [WindowSubject] = [ShelfViewModel.subject, PublishedShelfViewModel.subject]
}

/// An output that is a list, as the interface has it and as it is to be compared.
struct WindowedList<VM> {
  let name: String
  let member: InterfaceMember<VM>
  let fresh: (VM) throws -> (json: JSONValue, ids: [Int]?)

  static func list<Element: Encodable>(
    _ name: String, _ property: @escaping (VM) -> [Element]
  ) -> Self {
    Self(name, output(name, property), property)
  }

  static func identified<Element: Encodable & Identifiable>(
    _ name: String, _ property: @escaping (VM) -> [Element]
  ) -> Self {
    Self(name, output(name, property), property)
  }

  static func maybe<Element: Encodable>(
    _ name: String, _ property: @escaping (VM) -> [Element]?
  ) -> Self {
    Self(name, output(name, property), property)
  }

  static func stream<Element: Encodable>(
    _ name: String, _ stream: @escaping (VM) -> Observable<[Element]>,
    _ property: @escaping (VM) -> [Element]
  ) -> Self {
    Self(name, output(name, stream), property)
  }

  static func maybeStream<Element: Encodable>(
    _ name: String, _ stream: @escaping (VM) -> Observable<[Element]?>,
    _ property: @escaping (VM) -> [Element]?
  ) -> Self {
    Self(name, output(name, stream), property)
  }

  private init<Element: Encodable>(
    _ name: String, _ member: InterfaceMember<VM>, _ list: @escaping (VM) -> [Element]?
  ) {
    self.name = name
    self.member = member
    fresh = { viewModel in
      let list = list(viewModel)
      let ids = list?.compactMap { ($0 as? any Identifiable)?.id as? Int }
      let areIdentified = Element.self is any Identifiable.Type
      return (try JSONValue(encoding: list), areIdentified ? ids ?? [] : nil)
    }
  }
}
