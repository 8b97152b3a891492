import Reactive
import Testing

@testable import ViewModelKit

/// Faults in an interface or a catalog end the process with a sentence that names the author's line.
@Suite struct AuthorFaultTests {
  final class Todos {
    var count = 0
    func add(title: String) {}
    func move(from: Int, to: Int) {}
  }

  class Base {}

  struct Mistake {
    let line: Int
    let sentence: String
    let make: () -> Void
  }

  static let mistakes = [
    Mistake(line: #line + 1, sentence: "input add of Todos takes 1 argument, but 0 are named") {
      _ = Interface<Todos> { input("add", Todos.add) }
    },
    Mistake(line: #line + 3, sentence: "input move of Todos takes 2 arguments, but 1 is named") {
      _ = Interface<Todos> {
        input("add", Todos.add, "title")
        input("move", Todos.move, "from")
        output("count", \.count)
      }
    },
    Mistake(line: #line + 1, sentence: "input move of Todos has two arguments named from") {
      _ = Interface<Todos> { input("move", Todos.move, "from", "from") }
    },
    Mistake(
      line: #line + 3,
      sentence: "input add of Todos has a default for title that is no String but Int"
    ) {
      _ = Interface<Todos> { input("add", Todos.add, .named("title", default: 1)) }
    },
    Mistake(line: #line + 3, sentence: "Todos has two outputs named count") {
      _ = Interface<Todos> {
        output("count", \.count)
        output("count", \.count)
      }
    },
    Mistake(
      line: #line + 3, sentence: "Todos has the interface of Base, but is no subclass of it"
    ) {
      let base = Interface<Base> { output("a", { _ in 1 }) }
      _ = Interface<Todos> { base }
    },
    Mistake(line: #line + 2, sentence: "ViewModel todos takes 2 parameters, but 1 is named") {
      _ = Catalog {
        viewModel("todos", { (_: Int, _: Int) in Todos() }, "a", interface: Interface {})
      }
    },
    Mistake(
      line: #line + 4,
      sentence: "ViewModel todos takes Base as a, which a frontend cannot give: it is not Decodable"
    ) {
      _ = Catalog {
        viewModel("todos", { (_: Base) in Todos() }, "a", interface: Interface {})
      }
    },
    Mistake(line: #line + 2, sentence: "ViewModel todos takes Int where a context is given") {
      _ = Catalog {
        viewModel("todos", { (_: Int) in Todos() }, .context, interface: Interface {})
      }
    },
    Mistake(
      line: #line + 5,
      sentence:
        "ViewModel todos takes Int as the stream a, which is no Observable, Driver or Signal"
    ) {
      _ = Catalog {
        viewModel("todos", { (_: Int) in Todos() }, .stream("a"), interface: Interface {})
      }
    },
    Mistake(
      line: #line + 2, sentence: "the stream a of ViewModel todos starts with no String but Int"
    ) {
      _ = viewModel(
        "todos", { (_: Driver<String>) in Todos() }, .stream("a", "text", startingWith: 1),
        interface: Interface {})
    },
    Mistake(line: #line + 2, sentence: "ViewModel todos has two inputs named add") {
      let interface = Interface<Todos> { input("add", Todos.add, "title") }
      _ = viewModel(
        "todos", { (_: Signal<Void>) in Todos() }, .stream("add"), interface: interface)
    },
    Mistake(line: #line + 3, sentence: "the catalog has two ViewModels named todos") {
      _ = Catalog {
        viewModel("todos", Todos.init, interface: Interface {})
        viewModel("todos", Todos.init, interface: Interface {})
      }
    },
  ]

  @Test func eachIsToldWithItsLine() async throws {
    #expect(!Self.mistakes.isEmpty)
    for (index, mistake) in Self.mistakes.enumerated() {
      let result = await #expect(
        processExitsWith: .exitCode(70), observing: [\.standardErrorContent],
        performing: { [index = index as Int] in
          await MainActor.run { AuthorFaultTests.mistakes[index].make() }
        })
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let file = "Tests/ViewModelKitTests/AuthorFaultTests.swift"
      #expect(text.split(separator: "\n").count == 1)
      #expect(text.hasSuffix("\(file):\(mistake.line): \(mistake.sentence)\n"))
    }
  }
}
