import HostTools
import Testing

@testable import Find

/// Key bindings, as fzf's manual page has them.
struct BindingParserTests {
  private func bindings(_ text: String) throws -> [Trigger: [Action]] {
    var bindings: [Trigger: [Action]] = [:]
    try BindingParser.read(text, into: &bindings)
    return bindings
  }

  @Test func keysAndActions() throws {
    let found = try bindings("ctrl-a:select-all+down,f12:abort,alt-x:top,X:ignore,start:last")
    #expect(
      found == [
        .key(.control("A")): [Action(kind: .selectAll), Action(kind: .down)],
        .key(.function(12)): [Action(kind: .abort)], .key(.alt("x")): [Action(kind: .first)],
        .key(.text("X")): [Action(kind: .ignore)], .start: [Action(kind: .last)],
      ])
    #expect(try bindings("tab,btab:toggle-down")[.key(.backTab)]?.count == 2)
    #expect(try bindings(",:abort,::accept")[.key(.text(","))] == [Action(kind: .abort)])
  }

  @Test(arguments: [
    "execute[a (b), c]", "execute{a (b), c}", "execute<a (b), c>",
    "execute~a (b), c~", "execute|a (b), c|",
  ])
  func argumentsStandBetweenSigns(action: String) throws {
    let found = try bindings("f1:\(action)+abort,f2:up")
    #expect(
      found[.key(.function(1))] == [
        Action(kind: .execute, argument: "a (b), c"), Action(kind: .abort),
      ])
    #expect(found[.key(.function(2))] == [Action(kind: .up)])
  }

  @Test func aSignWithinTheArgumentClosesItOnlyBeforeAnotherBinding() throws {
    #expect(
      try bindings("f1:execute(a (b) c),f2:up")[.key(.function(1))]
        == [Action(kind: .execute, argument: "a (b) c")])
  }

  @Test func whatFollowsAColonIsAllOfTheRest() throws {
    #expect(
      try bindings("f1:execute:a,f2:up")[.key(.function(1))]
        == [Action(kind: .execute, argument: "a,f2:up")])
  }

  @Test func actionsAreAdded() throws {
    var found = try bindings("f1:up")
    try BindingParser.read("f1:+down", into: &found)
    #expect(found[.key(.function(1))] == [Action(kind: .up), Action(kind: .down)])
  }

  @Test(arguments: ["f1", "f1:", "f99:up", "f1:fly", "f1:execute(x", "f1:up down", ":up"])
  func whatMakesNoSenseIsRefused(text: String) {
    #expect(throws: FindUsageError.self) { try bindings(text) }
  }
}
