import JSON
import Reactive
import TestSupport
import ViewModelKit

/// A ViewModel that is held to the law: how it is hosted, and what its state is.
struct Subject: CustomStringConvertible, Sendable {
  let name: String
  let ids: [String]
  let catalog: Catalog
  /// The outputs of a ViewModel, encoded afresh.
  let fresh: (Any) throws -> JSONValue

  var description: String { name }

  /// - Parameters:
  ///   - ids: the instances; `make` is called for each.
  ///   - outputs: what the state is made of.
  init<VM: Steppable>(
    _ name: String, _ make: @escaping @MainActor () -> VM, ids: [String] = ["a"],
    _ outputs: [Observed<VM>]
  ) {
    self.name = name
    self.ids = ids
    let interface = Interface<VM> {
      input("step", { (vm: VM) in { (seed: Int) in vm.step(seed) } }, "seed")
      for output in outputs { output.member }
    }
    catalog = Catalog { viewModel(name, make, interface: interface) }
    fresh = { object in
      guard let viewModel = object as? VM else { throw NoSuchObject() }
      var state = JSONObject()
      for output in outputs { state[output.name] = try output.fresh(viewModel) }
      return .object(state)
    }
  }

  private struct NoSuchObject: Error {}
}

/// A ViewModel that changes somehow, in a way that a number decides.
protocol Steppable: AnyObject {
  /// How many changes a turn may have.
  static var changesInATurn: Int { get }
  func change(_ choice: Int, _ random: inout SeededGenerator)
}

extension Steppable {
  static var changesInATurn: Int { 4 }

  func step(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<Int.random(in: 1...Self.changesInATurn, using: &generator) {
      change(Int.random(in: 0..<12, using: &generator), &generator)
    }
  }
}

/// An output, as the interface has it and as it is to be compared.
struct Observed<VM> {
  let name: String
  let member: InterfaceMember<VM>
  let fresh: (VM) throws -> JSONValue

  init<Value: Encodable>(_ name: String, _ property: @escaping (VM) -> Value) {
    self.name = name
    member = output(name, property)
    fresh = { try JSONValue(encoding: property($0)) }
  }

  init<Element: Encodable & Identifiable>(
    _ name: String, _ property: @escaping (VM) -> [Element]
  ) {
    self.name = name
    member = output(name, property)
    fresh = { try JSONValue(encoding: property($0)) }
  }

  /// An output that is a sequence, whose value is the property's.
  init<Stream: ObservableConvertibleType>(
    _ name: String, stream: @escaping (VM) -> Stream, _ property: @escaping (VM) -> Stream.Element
  ) where Stream.Element: Encodable {
    self.name = name
    member = output(name, stream)
    fresh = { try JSONValue(encoding: property($0)) }
  }
}

extension String {
  /// Texts of which some are equal to others by `==` and differ in their code units.
  static func some(_ random: inout SeededGenerator) -> String {
    [
      "é", "e\u{301}", "a", "b", "", "a text that is too long for a register é",
      "a text that is too long for a register e\u{301}",
    ].randomElement(using: &random) ?? ""
  }
}
