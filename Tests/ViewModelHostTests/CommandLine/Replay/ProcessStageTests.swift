import OperatingSystem
import Testing
import Transcripts

@testable import ViewModelHost

/// Playing to hosts that do not behave: shell scripts, which read and write as they like.
@Suite struct ProcessStageTests {
  private func report(_ script: String, _ text: String, seconds: Int = 60) throws -> String {
    Process.ignoreBrokenPipes()
    let stage = ProcessStage(program: "/bin/sh", arguments: ["-c", script])
    return try stage.play(try Transcript(text), seconds: seconds).report
  }

  /// Answers the ping behind each line.
  static let pong = #"echo '{"jsonrpc":"2.0","id":"replay/quiet","result":{}}'"#

  @Test func aGoodOneIsAsExpected() throws {
    let script = "while read -r line; do echo \"got $line\"; read -r ping; \(Self.pong); done"
    #expect(try report(script, "--> a\n<-- got a\n--> b\n<-- got b\n") == "")
  }

  @Test func silenceIsAProblem() throws {
    #expect(
      try report("cat >/dev/null", "--> a\n", seconds: 0) == "  line 1: no answer within 0 s\n")
  }

  @Test func aCrashIsAProblem() throws {
    let script = "read -r line; echo x; kill -9 $$"
    #expect(
      try report(script, "--> a\n<-- x\n--> b\n<-- never\n")
        == "  line 1: the host ended by SIGKILL\n")
  }

  @Test func aStatusThatIsNotZeroIsAProblem() throws {
    let script = "read -r line; read -r ping; \(Self.pong); cat >/dev/null; exit 3"
    #expect(try report(script, "--> a\n") == "  at the end: the host ended (exit status 3)\n")
  }

  @Test func aHostThatEndsEarlySaysNothingMore() throws {
    #expect(try report("read -r line; echo bye", "--> a\n<-- bye\n--> b\n") == "")
    #expect(try report("exit 0", "--> a\n") == "")
  }

  @Test func whatIsSaidAtTheEndIsSeen() throws {
    let script = "read -r line; read -r ping; \(Self.pong); cat >/dev/null; printf 'no end'"
    #expect(try report(script, "--> a\n") == "  after line 1\n    unexpected no end\n")
  }

  @Test func aProgramThatIsNotThereIsAnError() throws {
    let stage = ProcessStage(program: "/nowhere/host")
    #expect(throws: SystemError.self) { try stage.play(try Transcript(""), seconds: 1) }
  }
}
