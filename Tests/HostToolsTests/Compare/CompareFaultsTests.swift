import TestSupport
import Testing

/// Transcripts that `compare` cannot take: what they say has the same outcome with all
/// ViewModels.
@Suite(.waitsForProcesses) nonisolated struct CompareFaultsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func compare(_ names: [String], after prelude: String = ":") throws -> CommandRun {
    let options = ["--unmeasured", "--transcripts", folder.path]
    return try CommandRun("viewmodel-host", ["compare"] + names + options, after: prelude)
  }

  nonisolated private static let creation =
    #"--> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"foos.naive","id":"f"}}"#
  nonisolated private static let refresh =
    #"--> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"f","input":"refresh"}}"#

  nonisolated static let faults: [(lines: [String], fault: String)] = [
    (["# Styles: foos.naive", creation, "--> refresh"], "3: expected JSON, found refresh"),
    (["# Styles: foos.naive", creation, refresh, "<-- {"], "4: expected JSON, found {"),
    (
      ["# Styles: foos.naive", creation, #"--> {"jsonrpc":"2.0","id":3}"#],
      "3: Invalid request: there is no method"
    ),
    (
      ["# A refresh", "# Styles: foos.caught, foos.naive", creation, refresh],
      "3: expected the creation of foos.caught, which line 2 names first"
    ),
    (["# Styles: foos.naive", refresh], "1: foos.naive is created nowhere in it"),
    (
      ["# Styles: foos.naive, foos.cuaght", creation, refresh],
      "1: There is no ViewModel foos.cuaght; did you mean foos.caught?"
    ),
    (["# Styles:", creation, refresh], "1: it names no ViewModel"),
    (["# Styles: foos.naive", "", creation], "3: nothing happens after foos.naive is created"),
  ]

  @Test(arguments: faults)
  func aTranscriptThatSaysNothingIsAFaultOfItsLine(lines: [String], fault: String) throws {
    let path = try folder.file("a.transcript", lines.map { "\($0)\n" }.joined())
    let run = try compare(["foos"])
    #expect(run.errors == "viewmodel-host: \(path):\(fault)\n")
    #expect(run.output == "")
    #expect(run.end == .status(65))
  }

  /// Whoever is compared, in whatever way JSON is written.
  @Test func aNameIsExchangedHoweverItIsWritten() throws {
    let original = "\(Repository.scenarios)/003-01.transcript"
    let names = ["foos.naive", "foos.caught"]
    var outputs: [String] = []
    for edit in ["", #"s/"name":"foos/"name" : "foos/"#] {
      let copy = "sed '\(edit)' '\(original)' >'\(folder.path("003-01.transcript"))'"
      outputs.append(try compare(names, after: copy).output)
    }
    #expect(outputs[0].contains("  A  foos.naive\n  B  foos.caught\n"))
    #expect(outputs[0] == outputs[1])
  }

  /// A pipe with a name would be waited for; a folder is left out.
  @Test(arguments: [
    ("mkfifo", "/a.transcript: is not a regular file"),
    ("mkdir", ": there is no file *.transcript"),
  ])
  func onlyRegularFilesAreTranscripts(command: String, reason: String) throws {
    let path = folder.path("a.transcript")
    let run = try compare(["foos"], after: "\(command) '\(path)'")
    #expect(run.errors == "viewmodel-host: \(folder.path)\(reason)\n")
    #expect(run.end == .status(66))
  }

  @Test func aTerminalObeysNothingThatATranscriptSays() throws {
    let error = #"{"code":1,"message":"a\nb\u001b[2J"}"#
    let text = """
      # A title \u{1B}[2J
      # Styles: foos.naive
      --> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],\
      "capabilities":{"services":["foos"]}}}
      \(Self.creation)
      \(Self.refresh)
      <-- {"jsonrpc":"2.0","id":"service-1","method":"service/call","params":{"service":"foos",\
      "id":"f","arguments":{}}}
      --> {"jsonrpc":"2.0","id":"service-1","error":\(error)}

      """
    let path = try folder.file("a\u{1B}\n.transcript", text)
    let comparison = try compare(["foos.naive", "foos.caught"])
    #expect(comparison.output.contains("\na\\u001B\\u000A\n  A title \\u001B[2J\n"))
    #expect(comparison.output.contains("answers with the error a\\u000Ab\\u001B[2J\n"))
    let drawing = try CommandRun("viewmodel-host", ["draw", path])
    #expect(drawing.output.hasPrefix("A title \\u001B[2J\n\nms "))
    #expect(drawing.output.contains("!1 a\\u000Ab\\u001B[2J──"))
    let picture = try CommandRun("viewmodel-host", ["draw", "--svg", path])
    for run in [comparison, drawing, picture] {
      #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      #expect(run.errors == "")
      #expect(run.end == .status(0))
    }
    let wrong = try compare(["bo\ngus\u{1B}"])
    #expect(wrong.errors.hasPrefix("viewmodel-host: There is no ViewModel bo\\u000Agus\\u001B; "))
  }
}
