import JSON
import Testing

@testable import HostTools

@Suite struct ScreenTests {
  private func text(_ state: JSONValue, _ patch: JSONValue) -> String {
    var screen = Screen(isColored: false)
    screen.write(state: state, changes: StateChange.all(patch), title: nil)
    return screen.takeText()
  }

  private let rows: JSONValue = .array((0..<100).map { ["id": .integer($0)] })

  @Test func whatIsShortIsShownWhole() {
    #expect(
      text(
        ["items": [1, 2], "loading": false], [["op": "add", "path": "/items/1", "value": 2]])
        == "* items    [1,2]\n  loading  false\n")
  }

  @Test func ofALongListTheChangeIsShown() {
    #expect(
      text(
        ["items": rows],
        [
          ["op": "replace", "path": "/items/3/name", "value": "A"],
          ["op": "remove", "path": "/items/7"],
          ["op": "add", "path": "/items/99", "value": ["id": 99]],
        ]) == """
          * items  100 elements
              [3].name "A"
              - [7]
              + [99] {"id":99}

          """)
  }

  @Test func ofALongListThatIsNewTheBeginningIsShown() {
    let long = JSONValue.array((0..<2000).map { .integer($0) })
    let shown = text(["items": long], [["op": "replace", "path": "/items", "value": long]])
    #expect(shown.hasPrefix("* items  [0,1,2,3,"))
    #expect(shown.hasSuffix(" more]\n"))
    #expect(shown.count < 2200)
  }

  @Test func whatHasNotChangedTakesNoRoom() {
    let shown = text(["items": rows, "n": 1], [["op": "replace", "path": "/n", "value": 1]])
    #expect(shown.hasPrefix(#"  items  [{"id":0},{"id":1},"#))
    #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func manyChangesAreCounted() {
    let patch = (0..<50).map { ["op": "remove", "path": .string("/items/\($0)")] as JSONValue }
    let lines = text(["items": rows], .array(patch)).split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines.last == "    … and 30 more")
  }

  @Test func aTerminalObeysNothingOfIt() {
    #expect(text(["n": "\u{9B}2J\u{202E}"], []) == #"  n  "\u009B2J\u202E""# + "\n")
  }
}
