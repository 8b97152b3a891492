import OperatingSystem
import TestSupport
import Testing

@testable import CodeGeneration

/// `viewmodel-generate` as a process.
@Suite(.waitsForProcesses) struct GenerateCommandTests {
  private static let contract =
    #"{"hash":"f00d","host":{"name":"todo","version":"1"},"viewModels":[\#(viewModel("a")),\#(viewModel("b"))],"services":[],"$defs":{}}"#

  private static func viewModel(_ name: String, inputs: String = "[]") -> String {
    #"{"name":"\#(name)","parameters":[],"uses":[],"services":[],"inputs":\#(inputs),"outputs":[],"events":[]}"#
  }

  @Test(arguments: ["--help", "-h"])
  func helpGoesToStandardOutput(option: String) throws {
    let run = try CommandRun("viewmodel-generate", ["python", option])
    #expect(run.end == .status(0))
    #expect(run.errors == "")
    #expect(run.output.contains("\nUsage:\n  viewmodel-generate LANGUAGE"))
    #expect(Language.all.allSatisfy { run.output.contains($0.name) })
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func aFileStandardInputAndAHostGiveTheSame() throws {
    let names = ["counter", "list"]
    let contract = try CommandRun("example-host", ["schema"]).output
    let folder = try TemporaryFolder()
    let path = try folder.file("contract.json", contract)
    let host = ["--", HostProcess.path("example-host")]
    let runs = [
      try CommandRun("viewmodel-generate", ["python", path] + names),
      try CommandRun("viewmodel-generate", ["python", "-"] + names, input: contract),
      try CommandRun("viewmodel-generate", ["python"] + names + host),
      try CommandRun("viewmodel-generate", ["python"] + names + host + ["--clock", "virtual"]),
    ]
    for run in runs.prefix(3) {
      #expect(run.end == .status(0))
      #expect(run.errors == "")
      #expect(run.output == runs[0].output)
    }
    #expect(runs[0].output.contains("class CounterViewModel("))
    #expect(!runs[0].output.contains("class PagerViewModel("))
    // What stands behind the host is given to it.
    #expect(runs[3].end == .status(69))
    #expect(runs[3].errors.contains("example-host --clock virtual schema has ended with status 64"))
  }

  @Test(arguments: [["--output"], ["-o"], ["--output="]])
  func filesAreWrittenIntoAFolder(option: [String]) throws {
    let folder = try TemporaryFolder()
    let output = option[0].hasSuffix("=") ? [option[0] + folder.path] : option + [folder.path]
    let run = try CommandRun(
      "viewmodel-generate", output + ["elisp", "-", "b", "--prefix", "my"], input: Self.contract)
    #expect(run.end == .status(0))
    #expect(run.output == "wrote \(folder.path)/my-b.el\n")
    #expect(Files.names(inFolder: folder.path) == ["my-b.el"])
    #expect(try folder.text("my-b.el").contains("(provide 'my-b)"))
  }

  @Test(arguments: [
    ([], 64, "expected one of elisp, javascript, lua, python, python-asyncio, typescript"),
    (["cobol", "-"], 64, "expected one of"),
    (["pyton", "-"], 64, "found pyton; did you mean python?"),
    (["python", "-", "--outptu", "a"], 64, "no option --outptu; did you mean --output?"),
    (["python"], 64, "CONTRACT is missing"),
    (["python", "--"], 64, "HOST is missing"),
    (["python", "-", "nothing"], 64, "there is no ViewModel nothing in standard input"),
    (["python", "-", "--prefix", "p"], 64, "python has no --prefix"),
    (["python", "-", "--output"], 64, "--output needs a value"),
    (["python", "-", "-o", "a", "--output", "b"], 64, "--output is given twice"),
    (["python", "-", "--folder=a"], 64, "there is no option --folder"),
    (["lua", "-"], 64, "lua gives a file for each ViewModel: --output is missing"),
    (["python", "/nowhere/at/all"], 66, "/nowhere/at/all: No such file"),
    (["python", "/dev/null"], 65, "/dev/null: "),
    (["python", "--", "/nowhere/at/all"], 69, "/nowhere/at/all schema has ended with status 127"),
    (["python", "-", "--output", "/dev/null/all"], 73, "/dev/null/all"),
    (["lua", "-", "--output", "/dev/null/all"], 73, "/dev/null/all"),
  ])
  func aMistakeIsNamed(arguments: [String], status: Int, said: String) throws {
    let run = try CommandRun("viewmodel-generate", arguments, input: Self.contract)
    #expect(run.end == .status(status))
    #expect(run.errors.contains("viewmodel-generate: "))
    #expect(run.errors.contains(said))
    #expect(run.output == "")
  }

  @Test func aNameThatIsNearlyOneIsAskedFor() throws {
    let contract = try CommandRun("example-host", ["schema"]).output
    let run = try CommandRun("viewmodel-generate", ["python", "-", "conter"], input: contract)
    #expect(run.end == .status(64))
    #expect(run.errors.contains("no ViewModel conter in standard input; did you mean counter?"))
  }

  @Test(arguments: ["{", "{}", "[]", #"{"viewModels":[],"$defs":{}}"#])
  func whatIsNoContractIsRefused(text: String) throws {
    let run = try CommandRun("viewmodel-generate", ["python", "-"], input: text)
    #expect(run.end == .status(65))
    #expect(run.errors.hasPrefix("viewmodel-generate: standard input: "))
    #expect(run.output == "")
  }

  @Test func whatIsDamagedIsNamed() throws {
    let contract = Self.contract.replacing(
      Self.viewModel("b"), with: Self.viewModel("b", inputs: "5"))
    let run = try CommandRun("viewmodel-generate", ["python", "-"], input: contract)
    #expect(run.end == .status(65))
    #expect(
      run.errors == """
        viewmodel-generate: standard input: this is no contract, as HOST schema prints it: \
        viewModels[1].inputs: expected an array, found an integer

        """)
    #expect(run.output == "")
  }
}
