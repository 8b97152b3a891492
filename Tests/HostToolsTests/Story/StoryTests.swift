import Testing

@testable import HostTools
@testable import Transcripts

/// What a frontend lives through, read from a transcript.
@Suite struct StoryTests {
  private func story(_ lines: String...) throws -> Story {
    try Transcript(lines.joined(separator: "\n")).story
  }

  private func sentences(_ story: Story) -> [String] {
    story.steps.flatMap { step in
      let time = Int(exactly: step.time).map(String.init) ?? "\(step.time)"
      return (step.done + step.seen.joined()).map { "\(time) \($0.sentence())" }
    }
  }

  private static let create =
    #"--> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"foos","id":"f"}}"#
  private static let created =
    #"<-- {"jsonrpc":"2.0","id":1,"result":{"id":"f","revision":0,"state":{"foos":[],"busy":false}}}"#

  @Test func everyOutputThatChangesIsAMomentOfItsOwn() throws {
    let story = try story(
      Self.create, Self.created,
      #"--> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"f","input":"add","arguments":{"name":"a b","at":0}}}"#,
      #"<-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"f","revision":1,"patch":[{"op":"add","path":"/foos/0","value":"a"},{"op":"add","path":"/foos/1","value":{"id":1,"n":"x"}}],"events":[{"event":"added","value":null},{"event":"count","value":2}]}]}}"#
    )
    #expect(
      sentences(story) == [
        "0 foos = []", "0 busy = false", #"0 add "a b" 0"#, "0 foos = [a 1:x]", "0 event added",
        "0 event count 2",
      ])
    #expect(story.outputs.map(\.name) == ["foos", "busy"])
  }

  /// What a line sets off is over when the clock has moved, although its answer comes last.
  @Test func timeIsThatOfTheClock() throws {
    let story = try story(
      Self.create, Self.created,
      #"--> {"jsonrpc":"2.0","id":2,"method":"clock/advance","params":{"milliseconds":1.5}}"#,
      #"<-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"f","revision":1,"patch":[{"op":"replace","path":"/busy","value":true}]}]}}"#,
      #"<-- {"jsonrpc":"2.0","id":2,"result":{"now":1.5}}"#)
    #expect(sentences(story).last == "1.5 busy = true")
  }

  /// As in recordings.
  @Test func timePassesAlsoWithoutAnAnswer() throws {
    func advance(_ milliseconds: String) -> String {
      #"--> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":\#(milliseconds)}}"#
    }
    func update(_ revision: Int, _ busy: Bool) -> String {
      #"<-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"f","revision":\#(revision),"patch":[{"op":"replace","path":"/busy","value":\#(busy)}]}]}}"#
    }
    let story = try story(
      Self.create, Self.created, advance("300"), update(1, true), advance("-5"), advance("0.5"),
      update(2, false))
    #expect(sentences(story).suffix(2) == ["300 busy = true", "300.5 busy = false"])
  }

  @Test func servicesAreNumberedByTheirNames() throws {
    func call(_ id: Int, _ service: String, _ arguments: String) -> String {
      #"<-- {"jsonrpc":"2.0","id":"service-\#(id)","method":"service/call","params":{"service":"\#(service)","id":"f","arguments":\#(arguments)}}"#
    }
    let story = try story(
      Self.create, Self.created,
      #"--> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"f","input":"load"}}"#,
      call(1, "part", #"{"index":0}"#), call(2, "foos", "{}"), call(3, "part", #"{"index":1}"#),
      #"--> {"jsonrpc":"2.0","id":"service-3","result":"r1"}"#,
      #"<-- {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"service-1"}}"#,
      #"--> {"jsonrpc":"2.0","id":"service-2","error":{"code":1,"message":"net"}}"#,
      #"<-- {"jsonrpc":"2.0","method":"viewModel/failed","params":{"id":"f","error":{"code":-32011,"message":"foos: net"}}}"#
    )
    #expect(
      sentences(story).dropFirst(2) == [
        "0 load", "0 asks part 1 index 0", "0 asks foos 1", "0 asks part 2 index 1",
        "0 part 2 answers r1", "0 cancels part 1", "0 foos 1 answers with the error net",
        "0 failed: foos: net",
      ])
  }

  @Test func callsEndWithTheirValueOrARefusal() throws {
    func call(_ id: Int) -> String {
      #"--> {"jsonrpc":"2.0","id":\#(id),"method":"viewModel/call","params":{"id":"f","input":"load"}}"#
    }
    let story = try story(
      Self.create, Self.created, call(2), #"<-- {"jsonrpc":"2.0","id":2,"result":{"value":true}}"#,
      call(3), #"<-- {"jsonrpc":"2.0","id":3,"result":{"value":null}}"#,
      call(4), #"<-- {"jsonrpc":"2.0","id":4,"error":{"code":-32007,"message":"no"}}"#)
    #expect(
      sentences(story).dropFirst(2) == [
        "0 load", "0 load gives true", "0 load", "0 load is done", "0 load", "0 load refused: no",
      ])
  }

  @Test func whatTheFrontendCancelsIsAMoment() throws {
    let story = try story(
      Self.create, Self.created,
      #"--> {"jsonrpc":"2.0","id":"c","method":"viewModel/call","params":{"id":"f","input":"load"}}"#,
      #"--> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"c"}}"#,
      #"<-- {"jsonrpc":"2.0","id":"c","error":{"code":-32800,"message":"Cancelled by the frontend"}}"#,
      #"--> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"nobody"}}"#)
    #expect(
      sentences(story).dropFirst(2) == ["0 load", "0 cancels load", "0 load is cancelled"])
  }

  @Test func whatIsNoJSONIsNoMoment() throws {
    let story = try story("--> {", "<-- nothing", "--> [1]", "# a comment", "")
    #expect(story.steps.count == 2)
    #expect(sentences(story).isEmpty)
  }
}
