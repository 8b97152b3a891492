import TestSupport
import Testing

@testable import Transcripts

/// The report on a transcript whose host says the right things at the wrong times.
@Suite struct FinalStatesTests {
  private static let created =
    #"{"jsonrpc":"2.0","id":1,"result":{"id":"l","revision":0,"state":{"n":0,"loading":false}}}"#
  private static func update(_ revision: Int, _ patch: String) -> String {
    HostLine.update("l", revision, patch: patch)
  }
  private static let loads = update(1, #"{"op":"replace","path":"/loading","value":true}"#)
  private static let loaded = update(
    2, #"{"op":"replace","path":"/n","value":3},{"op":"replace","path":"/loading","value":false}"#)

  private func replay(expecting: [String], got: [String]) throws -> Replay {
    let lines = expecting.map { "<-- \($0)\n" }.joined()
    return Replay(
      of: try Transcript("--> a\n\(lines)"), over: ScriptedHost(["a": got]))
  }

  @Test func theSameStateInOtherStepsIsTheSameEnd() throws {
    let replay = try replay(
      expecting: [Self.created, Self.loads, Self.loaded],
      got: [Self.created, Self.update(1, #"{"op":"replace","path":"/n","value":3}"#)])
    #expect(!replay.isAsExpected)
    #expect(replay.endsAsExpected)
    #expect(replay.differingInstances == ["l"])
  }

  @Test func anotherStateIsAnotherEnd() throws {
    let replay = try replay(
      expecting: [Self.created, Self.loads, Self.loaded],
      got: [Self.created, Self.update(1, #"{"op":"replace","path":"/n","value":4}"#)])
    #expect(!replay.endsAsExpected)
  }

  @Test func whereThereIsNoStateNothingIsTheSame() throws {
    #expect(!(try replay(expecting: ["1"], got: ["2"]).endsAsExpected))
  }
}
