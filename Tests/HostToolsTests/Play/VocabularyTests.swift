import JSON
import Testing

@testable import HostTools

@Suite struct VocabularyTests {
  private static let setMode: JSONValue = [
    "name": "setMode",
    "arguments": [
      ["name": "mode", "schema": ["enum": ["dark", "light"]]],
      ["name": "isBold", "schema": ["type": "boolean"]],
    ],
  ]
  private let vocabulary = Vocabulary([
    Frontend.Creation(id: "list", name: "list", inputs: [["name": "reload", "arguments": []]]),
    Frontend.Creation(
      id: "main", name: "main",
      inputs: [
        ["name": "plus", "arguments": []], ["name": "plusTen", "arguments": []], Self.setMode,
      ]),
  ])

  @Test(arguments: [
    // What is typed, what it replaces, by what, and what follows.
    (
      "", 0, ["list.reload", "plus", "plusTen", "setMode", "help", "state", "try", "quit", "exit"],
      " "
    ),
    ("try p", 1, ["plus", "plusTen"], " "),
    (
      "try ", 0,
      ["list.reload", "plus", "plusTen", "setMode", "help", "state", "try", "quit", "exit"], " "
    ),
    ("pl", 2, ["plus", "plusTen"], " "), ("li", 2, ["list.reload"], " "),
    ("st", 2, ["state"], " "),
    ("setMode ", 0, ["mode=", "isBold="], ""), ("setMode is", 2, ["isBold="], ""),
    ("setMode mode=dark ", 0, ["isBold="], ""),
    ("setMode mode=", 5, ["mode=dark", "mode=light"], " "),
    ("setMode isBold=t", 8, ["isBold=true"], " "),
    // The beginning of an input is enough here too.
    ("set mo", 2, ["mode="], ""),
  ])
  func namesAreCompleted(text: String, replacing: Int, choices: [String], ending: String) {
    #expect(
      vocabulary.completion(of: text)
        == LineEditor.Completion(replacing: replacing, choices: choices, ending: ending))
  }

  @Test func undoIsACommandWhereNoInputHasTheName() {
    func match(_ inputs: [String], _ isSupervised: Bool) -> Vocabulary.Match? {
      let inputs = inputs.map { JSONValue.object(["name": .string($0), "arguments": []]) }
      let creation = Frontend.Creation(id: "c", name: "c", inputs: inputs)
      return Vocabulary([creation], isSupervised: isSupervised).match(instance: nil, name: "undo")
    }
    #expect(match([], true) == .command("undo"))
    #expect(match([], false) == .command("undo"))
    #expect(match(["undo"], true) == .input(instance: "c", name: "undo", arguments: []))
  }

  @Test(arguments: ["x", "plus x", "setMode mode=dark isBold=true x"])
  func whatHasNoNameIsNotCompleted(text: String) {
    #expect(vocabulary.completion(of: text) == nil)
  }

  @Test func theBeginningOfANameIsEnoughWhenThereIsOne() {
    func name(_ typed: String, _ instance: String? = nil) -> String? {
      guard
        case .input(let instance, let name, _)? = vocabulary.match(
          instance: instance, name: typed)
      else { return nil }
      return "\(instance).\(name)"
    }
    #expect(name("set") == "main.setMode")
    #expect(name("plus") == "main.plus")
    #expect(name("plusT") == "main.plusTen")
    #expect(name("re", "list") == "list.reload")
    // The host knows what is to be said about it.
    #expect(name("plsu") == "main.plsu")
    #expect(vocabulary.match(instance: nil, name: "pl") == .ambiguous(["plus", "plusTen"]))
  }

  @Test func commandsAreFoundLikeInputs() {
    func match(_ name: String, _ instance: String? = nil) -> Vocabulary.Match? {
      vocabulary.match(instance: instance, name: name)
    }
    #expect(match("stat") == .command("state"))
    #expect(match("s") == .ambiguous(["setMode", "state"]))
    #expect(match("hlp") == .unknown("main has no input hlp; did you mean help?"))
    // Behind an id only inputs stand.
    #expect(
      match("stat", "list") == .input(instance: "list", name: "stat", arguments: nil))
  }
}
