import JSON
import OperatingSystem
import TestSupport
import Testing
import ViewModelHost

/// The contract, as processes print it and compare it.
@Suite(.waitsForProcesses) nonisolated struct SchemaCommandTests {
  /// Of no sample it is said that it is any JSON.
  @Test func theSamplesAreDescribedStrictly() throws {
    let run = try CommandRun("viewmodel-host", ["schema", "--strict"])
    #expect(run.errors == "")
    #expect(run.end == .status(0))
    let contract = try JSONValue(parsing: run.output)
    let listed = try JSONValue(parsing: CommandRun("viewmodel-host", ["list", "--json"]).output)
    #expect(contract["viewModels"]?.arrayValue?.count == listed["viewModels"]?.arrayValue?.count)
    #expect(contract["protocolVersion"] == "1")
    #expect(contract["host"]?["name"] == "viewmodel-host")
    #expect(contract["hash"]?.stringValue?.count == 16)
  }

  @Test func onlyWhatIsNamedIsThere() throws {
    let run = try CommandRun("viewmodel-host", ["schema", "counter", "pager"])
    let contract = try JSONValue(parsing: run.output)
    let names = contract["viewModels"]?.arrayValue?.map { $0["name"]?.stringValue }
    #expect(names == ["counter", "pager"])
    #expect(contract["services"] == [])
    #expect(contract["$defs"]?.objectValue?.keys.map { $0 } == ["Item"])
  }

  /// What clients read is what hosts print.
  @Test func theMessagesAreThoseOfTheClientsFile() throws {
    let run = try CommandRun("viewmodel-host", ["schema", "--messages"])
    #expect(run.end == .status(0), "\(run.errors)")
    let file = try JSONValue(file: Repository.path("clients/messages.schema.json"))
    #expect(file["$defs"]?["Requests"]?["properties"]?["viewModel/create"] != nil)
    #expect(
      try JSONValue(parsing: run.output) == file,
      "python3 clients/conformance/message_files.py HOST --update")
  }

  @Test func theHashIsOfWhatIsTaken() throws {
    func hash(_ names: String...) throws -> JSONValue? {
      try JSONValue(parsing: CommandRun("viewmodel-host", ["schema"] + names).output)["hash"]
    }
    #expect(try hash("counter") == hash("counter"))
    #expect(try hash("counter") != hash("counter.functional"))
  }

  @Test func theSameHasNotChanged() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("contract.json")
    try Files.write(CommandRun("viewmodel-host", ["schema"]).output, to: path)
    let run = try CommandRun("viewmodel-host", ["schema", "check", path])
    #expect(run.output == "")
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  @Test(arguments: [
    // An input that there was.
    (
      #"{"name":"reset","arguments":[],"async":false}"#,
      "breaks  sent: counter: input reset is gone\n", 1
    ),
    // One that took something wider.
    (
      #"{"name":"plusButtonDidTap","arguments":[],"async":true}"#,
      "safe    sent: counter: input plusButtonDidTap is synchronous now\n", 0
    ),
  ])
  func whatHasChangedIsReportedWithAStatus(input: String, said: String, status: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("contract.json")
    let counter =
      #"{"name":"counter","parameters":[],"uses":[],"services":[],"inputs":[\#(input)],"outputs":[],"events":[]}"#
    let old =
      #"{"protocolVersion":"1","hash":"","viewModels":[\#(counter)],"services":[],"$defs":{}}"#
    try Files.write(old, to: path)
    let run = try CommandRun("viewmodel-host", ["schema", "check", path])
    #expect(run.output.contains(said))
    #expect(run.end == .status(status))
  }

  @Test(arguments: [
    ("{", "line 1, column 2"), ("{}", "$defs: missing"), (#"{"$defs":{}}"#, "hash: missing"),
    ("[]", "expected an object, found an array"),
    (
      #"{"hash":"","viewModels":[{"name":"counter","inputs":5}],"services":[],"$defs":{}}"#,
      "viewModels[0].inputs: expected an array, found an integer"
    ),
  ])
  func whatIsNoContractIsRefused(text: String, said: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("contract.json")
    try Files.write(text, to: path)
    let run = try CommandRun("viewmodel-host", ["schema", "check", path])
    #expect(run.end == .status(65))
    #expect(run.errors.contains(path))
    #expect(run.errors.contains(said))
    #expect(run.output == "")
  }

  @Test(arguments: [
    (["schema", "nothing"], 64, "There is no ViewModel nothing"),
    (["schema", "check"], 64, "Which FILE?"),
    (["schema", "check", "/nowhere/at/all"], 66, "/nowhere/at/all"),
    (["generate", "python", "--output", "/tmp"], 64, "viewmodel-generate"),
  ])
  func aMistakeIsNamed(arguments: [String], status: Int, said: String) throws {
    let run = try CommandRun("viewmodel-host", arguments)
    #expect(run.end == .status(status))
    #expect(run.errors.contains(said))
    #expect(run.output == "")
  }
}
