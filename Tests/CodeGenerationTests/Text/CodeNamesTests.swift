import Contracts
import Testing

@testable import CodeGeneration

struct CodeNamesTests {
  @Test func aNameIsGivenOnce() {
    var names = CodeNames(reserved: ["end"])
    #expect(
      ["a", "a", "end", "a", "a2"].map { names.unique($0) } == ["a", "a2", "end2", "a3", "a22"])
  }

  @Test(arguments: [
    ("list.article", "ListArticle"), ("Box<Int>", "BoxInt"), ("2 words-or.more", "T2WordsOrMore"),
    ("café", "Caf"), ("", "T"),
  ])
  func typesBeginWithCapitals(name: String, type: String) { #expect(CodeNames.type(name) == type) }

  @Test(arguments: [
    ("a", "a"), ("end", "end_"), ("the answer", "the_answer"), ("2a", "_2a"), ("-", "_"),
  ])
  func membersAvoidWhatIsReserved(name: String, member: String) {
    #expect(CodeNames.member(name, reserved: ["end"]) == member)
  }

  @Test(arguments: [("a_1", true), ("1a", false), ("a b", false), ("", false), ("é", false)])
  func onlySomeNamesStandAsTheyAre(name: String, isIdentifier: Bool) {
    #expect(CodeNames.isIdentifier(name) == isIdentifier)
  }

  @Test func typesOfAllViewModelsAreResolvedOnce() throws {
    let contract = try #require(
      Contract(printed: [
        "hash": "", "viewModels": [["name": "a.b"], ["name": "a b"]], "$defs": ["ABState": [:]],
        "host": ["name": "my-host"],
      ]))
    let naming = Naming(reserved: ["ABViewModel"], words: ["ViewModel", "State"])
    var names = TypeNames(TypedModel(contract), naming, prefix: nil)
    #expect(names.definitions == ["ABState": "ABState"])
    #expect(names["a.b", "ViewModel"] == "ABViewModel2")
    #expect(names["a b", "ViewModel"] == "ABViewModel3")
    #expect(names["a.b", "State"] == "ABState2")
    #expect(names["c", "State"] == nil)
    #expect(names.unique("a.b State") == "ABState4")
    let qualified = TypeNames(TypedModel(contract), Naming(isQualified: true), prefix: nil)
    #expect(qualified.definitions == ["ABState": "MyHost.ABState"])
  }
}
