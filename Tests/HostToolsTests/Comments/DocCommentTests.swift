import Testing

@testable import HostTools

/// Swift's doc comments ("Markup Formatting Reference" of Swift's documentation, and DocC's
/// callouts).
@Suite struct DocCommentTests {
  nonisolated struct Row: Sendable {
    let lines: String
    var text: String?
    var parameters: [String: String] = [:]
    var returns: String?
  }

  nonisolated static let rows: [Row] = [
    Row(lines: ""),
    Row(lines: "Adds a thing.", text: "Adds a thing."),
    Row(lines: "Adds a thing,\nat the end.", text: "Adds a thing, at the end."),
    Row(
      lines: "Adds a thing.\n\n\nThere may be\nmany.\n\nOr few.",
      text: "Adds a thing.\n\nThere may be many.\n\nOr few."),
    Row(
      lines: "Adds.\n\n- Parameter title: what is\n  to be done.\n- Parameter `due`: when.",
      text: "Adds.", parameters: ["title": "what is to be done.", "due": "when."]),
    Row(
      lines:
        "Adds.\n- Parameters:\n  - title: what is\n    to be done.\n  - due: when.\n- Returns: its id.",
      text: "Adds.", parameters: ["title": "what is to be done.", "due": "when."],
      returns: "its id."),
    Row(lines: "- returns: its id.", returns: "its id."),
    Row(lines: "Adds.\n\n- Throws: when it is full.", text: "Adds.\n\nThrows: when it is full."),
    Row(lines: "- Throws: when it is full.", text: "Throws: when it is full."),
    // Lists of other things stay lists.
    Row(
      lines: "Sorts:\n- by name,\n- by date.\n\nThen ends.",
      text: "Sorts:\n- by name,\n- by date.\n\nThen ends."),
    Row(lines: "Sorts.\n\n- Note: slowly.", text: "Sorts.\n\n- Note: slowly."),
    Row(
      lines: "Sorts:\n- by name: from A to Z,\n- by date.",
      text: "Sorts:\n- by name: from A to Z,\n- by date."),
    // A paragraph behind the fields is not part of the last.
    Row(
      lines: "Adds.\n- Returns: its id.\n\nThere may be many.", text: "Adds.\n\nThere may be many.",
      returns: "its id."),
    // Code stays as it is.
    Row(
      lines: "Adds:\n\n    add(1)\n    add(2)\n\nMany.",
      text: "Adds:\n\n    add(1)\n    add(2)\n\nMany."),
    Row(
      lines: "Adds:\n```swift\nadd(1)\n\nadd(2)\n```\nMany.",
      text: "Adds:\n```swift\nadd(1)\n\nadd(2)\n```\nMany."),
    // What DocC links is a name.
    Row(
      lines: "See ``ListViewModel`` and `items`; ``ListViewModel/reload()``.",
      text: "See `ListViewModel` and `items`; `ListViewModel/reload()`."),
  ]

  @Test(arguments: rows) func isTakenApart(row: Row) {
    let comment = DocComment(
      row.lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    #expect(comment.text == row.text)
    #expect(comment.parameters == row.parameters)
    #expect(comment.returns == row.returns)
  }
}
