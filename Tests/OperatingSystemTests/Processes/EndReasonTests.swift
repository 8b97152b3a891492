import OperatingSystem
import TestSupport
import Testing

/// The cases that all clients have to read alike.
@Suite struct EndReasonTests {
  nonisolated struct Case: Sendable {
    let file: String
    let end: ChildProcess.End
    let reason: String?
  }

  nonisolated private static func cases() throws -> [Case] {
    let rows = try Repository.text("clients/conformance/crashes/expected.tsv")
    return try rows.split(separator: "\n").map { row in
      let parts = row.split(separator: "\t", omittingEmptySubsequences: false)
      let words = parts[1].split(separator: " ")
      let number = try #require(Int(words[1]))
      return Case(
        file: String(parts[0]), end: words[0] == "signal" ? .signal(number) : .status(number),
        reason: parts[2].isEmpty ? nil : String(parts[2]))
    }
  }

  @Test func itIsThatOfTheClients() throws {
    let cases = try Self.cases()
    #expect(cases.count > 15)
    for one in cases {
      let text = try Repository.text("clients/conformance/crashes/\(one.file)")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(EndReason.find(one.end, in: lines) == one.reason, "\(one.file), \(one.end)")
      // Where there need be no report, one that there is counts.
      if let reason = one.reason {
        #expect(EndReason.find(one.end, in: lines, hasReport: false) == reason, "\(one.file)")
      }
    }
  }

  @Test func aTrapMayHaveNoReport() {
    let lines = ["nothing", "Fatal error: failed to allocate", ""]
    #expect(EndReason.find(.signal(6), in: lines) == nil)
    #expect(EndReason.find(.signal(6), in: lines, hasReport: false) == lines[1])
  }
}
