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
    ("café", "CafU00e9"), ("_box", "T_box"), ("", "T"),
  ])
  func typesBeginWithCapitals(name: String, type: String) { #expect(CodeNames.type(name) == type) }

  @Test(arguments: [
    ("a", "a"), ("the answer", "the_answer"), ("2a", "_2a"), ("größe", "gr_u00f6_u00df_e"),
    ("$", "u0024"), ("*/", "u002a_u002f"), ("名前", "u540d_u524d"), ("👍", "u1f44d"), ("_", "_"),
    ("__index", "_index"), ("", "_"),
  ])
  func membersAreMadeOfWords(name: String, member: String) {
    #expect(CodeNames.member(name) == member)
  }

  @Test func aKeywordHasAMarkBehindIt() {
    var names = CodeNames(keywords: ["end"], reserved: ["if"])
    #expect(["end", "end_", "if"].map { names.unique($0) } == ["end_", "end_2", "if2"])
  }

  @Test func aNameThatCanStandAsItIsHasPrecedence() {
    var names = CodeNames(keywords: ["end"])
    let members = names.unique(["a-b", "a_b", "a b", "end_", "end"], prefix: "on_")
    #expect(members == ["on_a_b2", "on_a_b", "on_a_b3", "on_end_", "on_end"])
    #expect(names.unique(["a-b", "end"]) == ["a_b", "end_"])
  }

  @Test(arguments: [
    ("a_1", true), ("_a", true), ("1a", false), ("a b", false), ("", false), ("é", false),
    ("__a", false),
  ])
  func onlySomeNamesStandAsTheyAre(name: String, isIdentifier: Bool) {
    #expect(CodeNames.isIdentifier(name) == isIdentifier)
  }

  @Test func typesOfAllViewModelsAreResolvedOnce() throws {
    let contract = Contract([
      "hash": "", "viewModels": [["name": "a.b"], ["name": "a b"]], "$defs": ["ABState": [:]],
      "host": ["name": "my-host"],
    ])
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
