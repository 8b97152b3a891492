import Testing
import TranscriptTesting

/// The one line that authors write, on this project's own transcripts, and what it says when
/// something is not right.
@Suite struct ReplayTranscriptsTests {
  @Test func theTranscriptsOfTheSamplesPass() throws {
    try replayTranscripts(in: "../Transcripts", to: "viewmodel-host")
  }

  @Test func theTranscriptsOfTheExamplesPass() throws {
    try replayTranscripts(in: "../Transcripts/Examples", to: "example-host")
  }

  @Test func aTranscriptThatDiffersFailsWithAReport() {
    let failure = #expect(throws: TranscriptFailure.self) {
      try replayTranscripts(in: "Differing", to: "viewmodel-host")
    }
    #expect(
      failure?.description.hasSuffix(
        """
        Differing/ping.transcript
          line 2
            expected {"jsonrpc":"2.0","id":1,"result":{"pong":true}}
            got      {"jsonrpc":"2.0","id":1,"result":{}}
                     /result/pong: missing, expected true

        """) == true, "\(String(describing: failure))")
  }

  @Test func aRecordingAlwaysFails() {
    let failure = #expect(throws: TranscriptFailure.self) {
      try replayTranscripts(in: "Same", to: "viewmodel-host", isRecording: true)
    }
    #expect(
      failure?.description == """
        The transcripts were recorded; take isRecording away to test them.
        nothing has changed

        """)
  }

  @Test func aFolderWithoutTranscriptsFails() {
    let failure = #expect(throws: TranscriptFailure.self) {
      try replayTranscripts(in: "/dev", to: "viewmodel-host")
    }
    #expect(failure?.description == "/dev: there is no file *.transcript")
  }

  @Test func aHostThatIsMissingFails() {
    let failure = #expect(throws: TranscriptFailure.self) {
      try replayTranscripts(in: "Same", to: "no-such-host")
    }
    #expect(failure?.description.hasSuffix("no-such-host: No such file or directory") == true)
  }
}
