import OperatingSystem
import TestSupport
import Testing

@Suite(.waitsForProcesses) struct PackCommandTests {
  @Test func helpGoesToStandardOutput() throws {
    let run = try CommandRun("viewmodel-pack", ["--help"])
    #expect(run.end == .status(0) && run.errors == "")
    #expect(run.output.contains("viewmodel-pack PROGRAM --clients FOLDER --license FILE"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(
    arguments: [
      ([], 64, "expected one PROGRAM, found 0"),
      (["a", "b"], 64, "expected one PROGRAM, found 2"),
      (["a", "--licence", "b"], 64, "there is no option --licence"),
      (["a", "--license"], 64, "--license needs a value"),
      (["a", "--only", "rpm"], 64, "--only: expected tar, deb, wheel, npm, found rpm"),
      (["a", "-o", "b", "--output=c"], 64, "--output is given twice"),
      (["a", "--summary=b\nc"], 64, "--summary is one line"),
      (["a"], 64, "--license is missing"),
      (["a", "--license", "/no/such/file"], 66, "/no/such/file: No such file or directory"),
      (
        ["/no/such/file", "--license", "/dev/null"], 66, "/no/such/file: No such file or directory"
      ),
      (["/etc/passwd", "--license", "/dev/null"], 65, "packages are made of programs for Linux"),
      (["/bin/ls", "--license", "/dev/null"], 69, "/bin/ls schema does not print a contract"),
    ] as [([String], Int, String)])
  func aMistakeIsNamed(arguments: [String], status: Int, said: String) throws {
    let run = try CommandRun("viewmodel-pack", arguments)
    #expect(run.end == .status(status) && run.output == "")
    #expect(run.errors.contains("viewmodel-pack: \(said)"))
  }
}
