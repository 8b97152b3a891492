import Observation
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// Which classes have objects that never change, and what an author reads about the others.
struct ConstantsTests {
  nonisolated struct Post: Encodable {
    var title = "a"
    var tags: [String] = []
  }

  final class Cell: @MainActor Encodable {
    let title = "a"
    let post = Post()
    let note: String? = nil
  }
  class Base: @MainActor Encodable {
    let id = 1
    init() {}
  }
  class Derived: Base {
    var isOn = false
    override init() {}
  }
  final class Lazy { lazy var text = "a" }
  final class Generic<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test(
    arguments: [
      (Cell.self as AnyObject.Type, true), (Base.self, true), (Generic<[Int: Post]>.self, true),
      // A `var` of a subclass, a lazy one, and what is held may change.
      (Derived.self, false), (Lazy.self, false), (Generic<Base>.self, false),
      (Generic<[Cell]>.self, false), (Generic<() -> Int>.self, false),
      (Generic<any Error>.self, false),
    ])
  func onlyLetsOfValuesAreConstants(_ type: AnyObject.Type, _ areConstants: Bool) {
    #expect(Constants.areAll(of: type) == areConstants)
  }

  @Observable
  final class Page<Row: Encodable>: ViewModel {
    var rows: [Row]
    init(_ rows: [Row]) { self.rows = rows }
    static var interface: Interface<Page> { Interface { output("rows", \.rows) } }
  }

  /// Whether the host warns of the output, and so reads it again in every turn.
  private func isWarned<Row: Encodable>(of rows: [Row]) throws -> Bool {
    let hosted = try Catalog { viewModel("page", { Page(rows) }) }.make("page")
    _ = hosted.activate(NotingObserver())
    defer { hosted.tearDown() }
    return hosted.needsWarning(0)
  }

  @Test func objectsThatNeverChangeNeedNoNotification() throws {
    #expect(try !isWarned(of: [Cell(), Cell()]))
    #expect(try !isWarned(of: [Base()]))
  }

  @Test func anObjectWithAVariableDoes() throws {
    #expect(try isWarned(of: [Derived()]))
    // Of the list's type nothing follows for the objects in it.
    #expect(try isWarned(of: [Base(), Derived()]))
  }
}
