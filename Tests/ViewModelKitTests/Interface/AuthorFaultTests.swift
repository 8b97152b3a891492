import Hosting
import JSON
import Reactive
import TestSupport
import Testing

@testable import ViewModelKit

/// What is wrong with an interface or a catalog is reported with the author's line.
@Suite struct AuthorFaultTests {
  final class Todos {
    var count = 0
    var onMove: ((Int) -> Void)?
    func add(title: String) {}
    func move(from: Int, to: Int) {}
  }

  nonisolated class Base {
    func a() {}
  }
  nonisolated final class Derived: Base {}

  struct Mistake<Made> {
    let line: Int
    let sentence: String
    let make: () -> Made

    /// - Parameter line: where it is, counted from the line of the call.
    init(
      at line: Int, _ sentence: String, from start: Int = #line,
      _ make: @escaping () -> Made
    ) {
      self.line = start + line
      self.sentence = sentence
      self.make = make
    }

    /// In the interface.
    init<VM>(
      at line: Int, _ sentence: String, from start: Int = #line, of: VM.Type,
      _ interface: @escaping () -> Interface<VM>
    ) where Made == CatalogEntry {
      self.init(at: line, sentence, from: start) {
        viewModel("todos", { () throws -> VM in throw CancellationError() }, interface: interface())
      }
    }
  }

  static let mistakes = [
    Mistake(at: 1, "input add of Todos takes 1 argument, but 0 are named", of: Todos.self) {
      Interface { input("add", Todos.add) }
    },
    Mistake(at: 3, "input move of Todos takes 2 arguments, but 1 is named", of: Todos.self) {
      Interface {
        input("add", Todos.add, "title")
        input("move", Todos.move, "from")
        output("count", \.count)
      }
    },
    Mistake(at: 1, "input move of Todos has two arguments named from", of: Todos.self) {
      Interface { input("move", Todos.move, "from", "from") }
    },
    Mistake(
      at: 3, "input add of Todos has a default for title that is no String but Int", of: Todos.self
    ) {
      Interface { input("add", Todos.add, .named("title", default: 1)) }
    },
    Mistake(at: 3, "Todos has two inputs named add", of: Todos.self) {
      Interface {
        input("add", Todos.add, "title")
        input("add", Todos.add, "title")
      }
    },
    Mistake(at: 3, "Todos has two outputs named count", of: Todos.self) {
      Interface {
        output("count", \.count)
        output("count", \.count)
        output("count", \.count)
      }
    },
    Mistake(at: 3, "Todos has two events named count", of: Todos.self) {
      Interface {
        event("count") { (_: Todos, _: EventSender<Int>) in }
        event("count") { (_: Todos, _: EventSender<Int>) in }
      }
    },
    Mistake(
      at: 6, "the events moved and shifted have one closure, which only the last would hear",
      of: Todos.self
    ) {
      Interface {
        event("moved", \.onMove)
        event("shifted", \.onMove)
      }
    },
    Mistake(at: 2, "Todos has the interface of Base, but is no subclass of it", of: Todos.self) {
      let base = Interface<Base> { output("a", { _ in 1 }) }
      return Interface { base }
    },
    Mistake(at: 1, "input a of Base takes 0 arguments, but 1 is named", of: Derived.self) {
      let base = Interface<Base> { input("a", Base.a, "b") }
      return Interface { base }
    },
    Mistake(at: 1, "ViewModel todos takes 2 parameters, but 1 is named") {
      viewModel("todos", { (_: Int, _: Int) in Todos() }, "a", interface: Interface {})
    },
    Mistake(
      at: 4,
      "ViewModel todos takes Base as a, which a frontend cannot give: it is not Decodable"
    ) {
      viewModel("todos", { (_: Base) in Todos() }, "a", interface: Interface {})
    },
    Mistake(at: 1, "ViewModel todos takes Int where a context is given") {
      viewModel("todos", { (_: Int) in Todos() }, .context, interface: Interface {})
    },
    Mistake(
      at: 6,
      """
      ViewModel todos takes Int as the stream a, which is no Observable, Driver or Signal, nor another HostFedStream
      """
    ) {
      viewModel("todos", { (_: Int) in Todos() }, .stream("a"), interface: Interface {})
    },
    Mistake(at: 1, "the stream a of ViewModel todos starts with no String but Int") {
      viewModel(
        "todos", { (_: Driver<String>) in Todos() }, .stream("a", "text", startingWith: 1),
        interface: Interface {})
    },
    Mistake(at: 2, "ViewModel todos has two inputs named add") {
      let interface = Interface<Todos> { input("add", Todos.add, "title") }
      return viewModel(
        "todos", { (_: Signal<Void>) in Todos() }, .stream("add"), interface: interface)
    },
  ]

  private static let file = "Tests/ViewModelKitTests/Interface/AuthorFaultTests.swift"

  @Test func eachIsReportedWithItsLineAndHarmsNoOther() throws {
    #expect(!Self.mistakes.isEmpty)
    for mistake in Self.mistakes {
      let catalog = Catalog {
        mistake.make()
        viewModel("other", Todos.init, interface: Interface { output("count", \.count) })
      }
      try #require(catalog.faults.count == 1)
      #expect(catalog.faults[0].hasSuffix("\(Self.file):\(mistake.line): \(mistake.sentence)"))
      // Each time that it is asked for.
      #expect(throws: FaultyLine.self) { try catalog["todos"]?.definition }
      #expect(try catalog["other"]?.definition.description.outputs == ["count"])
    }
  }

  @Test func anInterfaceIsMadeWhenItIsFirstNeeded() throws {
    var made: [String] = []
    func interface(_ name: String) -> Interface<Todos> {
      made.append(name)
      return Interface { output("count", \.count) }
    }
    let catalog = Catalog {
      viewModel("a", Todos.init, interface: interface("a")).described("A list.")
      viewModel("b", Todos.init, interface: interface("b"))
    }
    #expect(catalog["a"] != nil && made.isEmpty)
    _ = try catalog["b"]?.definition
    _ = try catalog["b"]?.definition
    #expect(made == ["b"])
    #expect(catalog.faults == [] && made == ["b", "a"])
  }

  struct Question: ServiceRequest {
    static let service = "sum"
    typealias Response = Int
  }

  private static let repetitions = [
    Mistake(at: 3, "the catalog has two ViewModels named todos") {
      Catalog {
        viewModel("todos", Todos.init, interface: Interface {})
        viewModel("todos", Todos.init, interface: Interface {})
      }
    },
    Mistake(at: 3, "the catalog has two services named sum") {
      Catalog {
        service(Question.self) { _ in 1 }
        service(Question.self) { _ in 2 }
      }
    },
  ]

  @Test func aNameTwiceEndsTheProcess() async throws {
    #expect(!Self.repetitions.isEmpty)
    for (index, mistake) in Self.repetitions.enumerated() {
      let result = await #expect(
        processExitsWith: .exitCode(70), observing: [\.standardErrorContent],
        performing: { [index = index as Int] in
          _ = await MainActor.run { AuthorFaultTests.repetitions[index].make() }
        })
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.split(separator: "\n").count == 1)
      #expect(text.hasSuffix("\(Self.file):\(mistake.line): \(mistake.sentence)\n"))
    }
  }
}
