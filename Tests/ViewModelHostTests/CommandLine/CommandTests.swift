import HostTools
import OperatingSystem
import TestSupport
import JSON
import Testing

@testable import ViewModelHost

/// The commands that print something and end, run as processes.
@Suite struct CommandTests {
  /// What a host with the tools can do.
  private static let all = CommandList.standard + CommandSet.tools.commands

  @Test(arguments: [
    ["--help"], ["list", "--help"], ["describe", "--help"], ["play", "--help"],
    ["schema", "--help"],
    ["replay", "--help"], ["replay", "--help", "--bogus"], ["-h"], ["replay", "-h"], ["help"],
    ["help", "replay"], ["completions", "--help"], ["man", "--help"],
  ])
  func helpGoesToStandardOutput(arguments: [String]) throws {
    let run = try CommandRun("viewmodel-host", arguments)
    #expect(run.end == .status(0))
    #expect(run.errors == "")
    #expect(run.output.contains("\nUsage:\n  viewmodel-host"))
    #expect(run.output.hasSuffix("\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func theHelpNamesEveryCommand() throws {
    let output = try CommandRun("viewmodel-host", ["--help"]).output
    for command in Self.all {
      #expect(output.contains("\n  \(command.name) "))
      #expect(output.contains(command.summary))
    }
  }

  @Test(arguments: ["--version", "version"])
  func theVersionIsPrinted(argument: String) throws {
    let run = try CommandRun("viewmodel-host", [argument])
    #expect(run.output == "viewmodel-host 0.1.0\n")
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  @Test func theCatalogIsListed() throws {
    let run = try CommandRun("viewmodel-host", ["list"])
    let lines = run.output.split(separator: "\n")
    #expect(
      lines.first == "counter              Counts up and down: a class as it is written today.")
    #expect(lines.contains { $0.hasPrefix("pager  ") })
    #expect(lines.count == 44)
    // Each says what it is for.
    #expect(lines.allSatisfy { $0.hasSuffix(".") && $0.count <= 100 })
    #expect(run.end == .status(0))
  }

  @Test func theCatalogAsJSONIsTheAnswerToList() throws {
    let run = try CommandRun("viewmodel-host", ["list", "--json"])
    let answer = try HostProcess.run(
      "viewmodel-host", input: #"{"jsonrpc":"2.0","id":1,"method":"viewModel/list"}"#
    ).lines
    try #require(answer.count == 1)
    #expect(try JSONValue(parsing: answer[0])["result"].map { "\($0)\n" } == run.output)
    #expect(run.output.hasPrefix(#"{"viewModels":[{"name":"counter","summary":"Counts up"#))
  }

  @Test func theProtocolsExampleIsTheBeginningOfTheList() throws {
    let page = String(decoding: try Files.read(Repository.path("protocol.md")), as: UTF8.self)
    let example = try #require(page.split(separator: "### `viewModel/list`").last)
    let line = try #require(example.split(separator: "\n").first { $0.hasPrefix("<-- ") })
    let shown = try JSONValue(parsing: String(line.dropFirst(4)))["result"]?["viewModels"]
    let answer = try CommandRun("viewmodel-host", ["list", "--json"]).output
    let all = try #require(JSONValue(parsing: answer)["viewModels"]?.arrayValue)
    #expect(shown?.arrayValue == Array(all.prefix(2)))
    #expect(example.contains("`viewmodel-host` has \(all.count), "))
  }

  @Test(arguments: [
    (
      "counter",
      """
      counter
        Counts up and down: a class as it is written today.

      Inputs
        plusButtonDidTap
            Counts up.
        minusButtonDidTap
            Counts down, also below 0.

      Outputs
        count: integer
            How often plus has been tapped, less how often minus has.
        isEven: boolean
            Whether 2 divides the count.

      """
    ),
    (
      "user",
      """
      user
        Fetches a user, with a property and an asynchronous method.

        This is where the migration ends. Several fetches may run; the one that ends last wins. A
        fetch that is cancelled shows no user.

      Inputs
        fetch userId: integer (asynchronous)
            Fetches a user, which takes a second.
            userId: whom.

      Outputs
        user: {id: integer} or null
            Who was fetched last.
            id: Identifies the user.

      """
    ),
    (
      "example.preview",
      """
      example.preview

      Uses
        form: example.form

      Outputs
        text: string

      """
    ),
    (
      "example.plain",
      """
      example.plain

      Parameters
        titles: array of string
        start?: integer

      Inputs
        add item: {id: integer, title: string}, atFront?: boolean or null
        addUp numbers: array of integer → integer (asynchronous)

      Outputs
        items: array of {id: integer, title: string}
        sum: integer

      """
    ),
  ])
  func aViewModelIsDescribedInWords(name: String, text: String) throws {
    let run = try CommandRun("example-host", ["describe", name])
    #expect(run.output == text)
    #expect(run.end == .status(0))
  }

  @Test func theDescriptionAsJSONIsTheAnswerToDescribe() throws {
    let run = try CommandRun("viewmodel-host", ["describe", "user", "--json"])
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/describe","params":{"name":"user"}}"#
    let answer = try HostProcess.run("viewmodel-host", input: request).lines
    try #require(answer.count == 1)
    #expect(try JSONValue(parsing: answer[0])["result"].map { "\($0)\n" } == run.output)
  }

  @Test(arguments: [
    (["bogus"], "There is no command bogus; \(commands)"),
    (["bogus", "--help"], "There is no command bogus; \(commands)"),
    (["help", "bogus"], "There is no command bogus; \(commands)"),
    (["help", "list", "play"], "Nothing more is expected, found play"),
    (["completions"], "Which shell: bash, zsh or fish?"),
    (["completions", "sh"], "completions: expected one of bash, zsh, fish, found sh"),
    (["replay", "--updat", "x"], "There is no option --updat here; did you mean --update?"),
    (["--clok=virtual"], "There is no option --clok here; did you mean --clock?"),
    (["repaly"], "There is no command repaly; did you mean replay?"),
    (["--bogus"], "There is no option --bogus here"),
    (["--clock", "fast"], "--clock: expected one of real, virtual, found fast"),
    (["--line-limit", "0"], "--line-limit: expected a whole number above 0, found 0"),
    (["--version", "x"], "Nothing more is expected, found x"),
    (["--version", "--clock", "real"], "There is no option --clock here"),
    (["--help", "x"], "Nothing more is expected, found x"),
    (["list", "more"], "Nothing more is expected, found more"),
    (["list", "--version"], "There is no option --version here"),
    (["describe"], "Which NAME? \(viewModels)"),
    (["play"], "Which NAME? \(viewModels)"),
    (["counter"], "There is no command counter; did you mean play counter?"),
    (["describe", "conter"], "There is no ViewModel conter; did you mean counter?"),
    (["play", "conter"], "There is no ViewModel conter; did you mean counter?"),
    (["replay"], "replay needs a FILE"),
    (
      ["replay", "x", "--distance", "far"],
      "--distance: expected one of process, pipe, memory, found far"
    ),
    (
      ["replay", "x", "--against", "y", "--update"],
      "--against starts two hosts, and goes with neither --update nor --distance"
    ),
    (["replay", "x", "--timeout", "0.5"], "--timeout: expected a whole number above 0, found 0.5"),
    (["play", "x", "--wait", "0.5"], "--wait: expected a whole number above 0, found 0.5"),
    (["--supervised", "--hang", "0.5"], "--hang: expected a whole number above 0, found 0.5"),
    (
      ["--supervised", "--hang", "9223372037"], "--hang: expected at most 86400, found 9223372037"
    ),
    (
      ["play", "x", "--journal", "y", "--hang", "9223372037"],
      "--hang: expected at most 86400, found 9223372037"
    ),
    (
      ["replay", "x", "--timeout", "soon"],
      "--timeout: expected a whole number above 0, found soon"
    ),
    (
      ["replay", "x", "--timeout", "9223372036854775807"],
      "--timeout: expected at most 86400, found 9223372036854775807"
    ),
  ])
  func whatMakesNoSenseIsAUsageError(arguments: [String], message: String) throws {
    let run = try CommandRun("viewmodel-host", arguments)
    #expect(run.output == "")
    // The help that says more is that of the command.
    let command = Self.all.map { $0.name }.first { $0 == arguments.first }
    let help = command.map { "\($0) --help" } ?? "--help"
    #expect(run.errors == "viewmodel-host: \(message) (try viewmodel-host \(help))\n")
    #expect(run.end == .status(64))
  }

  nonisolated static let viewModels =
    "There are counter, counter.kickstarter, counter.functional, counter.transform and 40 more, see list"

  nonisolated static let commands =
    "there are list, describe, schema, replay, help, version, play, attach and 7 more"

  #if os(Linux)
    @Test(arguments: [
      "--help", "--version", "list", "describe counter", "play counter",
      "replay $transcripts",
    ])
    func aDiskWithoutRoomIsAnError(arguments: String) throws {
      let folder = try TemporaryFolder()
      let host = HostProcess.path("viewmodel-host")
      let child = try ChildProcess(
        "/bin/sh",
        [
          "-c",
          """
          transcripts=\(Repository.path("Tests/Transcripts"))
          exec \(host) \(arguments) >/dev/full 2>\(folder.path("errors"))
          """,
        ])
      child.input.close()
      #expect(child.wait() == .status(73))
      child.output.close()
      let errors = try folder.text("errors")
      #expect(errors == "viewmodel-host: standard output: No space left on device\n")
    }
  #endif

  @Test func theOptionsOfServingAreObeyed() throws {
    let advance =
      #"{"jsonrpc":"2.0","id":1,"method":"clock/advance","params":{"milliseconds":5}}"#
    let virtual = try CommandRun(
      "viewmodel-host", ["--clock", "virtual", "--line-limit=100"],
      input: "\(advance)\n\(advance) \(advance)\n")
    #expect(
      virtual.output == """
        {"jsonrpc":"2.0","id":1,"result":{"now":5}}
        {"jsonrpc":"2.0","id":null,"error":{"code":-32009,\
        "message":"A line is longer than the limit of 100 bytes"}}

        """)
    let real = try CommandRun("viewmodel-host", ["--clock=real"], input: advance)
    #expect(real.output.contains("-32601"))
    // Only a person at a terminal gets a hint on what to type.
    #expect(virtual.errors + real.errors == "")
  }
}
