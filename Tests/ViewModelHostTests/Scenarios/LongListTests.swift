import JSON
import TestSupport
import Testing

/// A list of 20,000 items: what is said of a change has the size of the change.
@Suite(.waitsForProcesses) nonisolated struct LongListTests {
  private static let count = 20_000

  @Test(arguments: ["list", "list.article"])
  func anUpdateIsAsLongAsItsChange(name: String) throws {
    let (lines, end) = try HostProcess.run(
      "viewmodel-host", ["--clock", "virtual"],
      input: [
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"services":["items"]}}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"viewModel/create","params":{"name":"\#(name)","id":"l"}}"#,
        input("viewWillAppear"), answer(1, page(1, of: 0..<Self.count)),
        input("reachedBottom"), answer(2, page(2, of: Self.count..<Self.count + 20)),
        input("changeItem", #""arguments":{"item":{"id":"item-10000","name":"Changed"}}"#),
      ].map { "\($0)\n" }.joined())
    try #require(lines.count == 9)
    #expect(end == .status(0))

    let page = try Update(lines[7])
    #expect(page.revision == 4)
    #expect(
      page.patch
        == (Self.count..<Self.count + 20).map {
          [
            "op": "add", "path": "/items/\($0)",
            "value": ["id": "item-\($0)", "name": "Item \($0)"],
          ]
        } + [["op": "replace", "path": "/loading", "value": false]])
    #expect(page.size < 20 * 100 + 200)

    let change = try Update(lines[8])
    #expect(change.revision == 5)
    #expect(
      change.patch == [["op": "replace", "path": "/items/10000/name", "value": "Changed"]])
    #expect(change.size < 200)
  }

  private func input(_ name: String, _ rest: String? = nil) -> String {
    let rest = rest.map { ",\($0)" } ?? ""
    return
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"l","input":"\#(name)"\#(rest)}}"#
  }

  private func answer(_ call: Int, _ result: String) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(call)","result":\#(result)}"#
  }

  private func page(_ number: Int, of items: Range<Int>) -> String {
    let items = items.map { #"{"id":"item-\#($0)","name":"Item \#($0)"}"# }
      .joined(separator: ",")
    return #"{"items":[\#(items)],"pages":{"currentPage":\#(number),"nextPage":\#(number + 1)}}"#
  }

  /// An update of one instance.
  private struct Update {
    let revision: JSONValue?
    let patch: [JSONValue]
    /// The bytes of the line.
    let size: Int

    init(_ line: String) throws {
      size = line.utf8.count
      let params = try JSONValue(parsing: line)["params"]
      guard case .array(let updates)? = params?["updates"], updates.count == 1,
        case .array(let patch)? = updates[0]["patch"]
      else { throw Unexpected(line: line) }
      revision = updates[0]["revision"]
      self.patch = patch
    }
  }

  private struct Unexpected: Error { let line: String }
}
