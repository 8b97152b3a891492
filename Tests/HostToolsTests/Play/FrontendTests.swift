import JSON
import TestSupport
import Testing

@testable import HostTools

/// The frontend for people, line by line.
@Suite struct FrontendTests {
  private static let rename: JSONValue = [
    "name": "rename", "description": "Gives it a name.\n\nMore.",
    "arguments": [["name": "name", "schema": ["type": "string"]]], "async": false,
  ]

  /// Where `#expect` can look at what comes out.
  private final class User {
    var frontend: Frontend

    init(_ frontend: Frontend) { self.frontend = frontend }

    func messages() -> [String] { frontend.takeMessages() }
    func text() -> String { frontend.takeText() }
  }

  /// One whose ViewModel has been created.
  private func ready(isColored: Bool = false) -> User {
    let user = User(
      Frontend(
        [Frontend.Creation(id: "form", name: "form", inputs: [Self.rename])], isColored: isColored))
    _ = user.messages()
    user.frontend.receive(#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1"}}"#)
    user.frontend.receive(
      #"{"jsonrpc":"2.0","id":2,"result":{"id":"form","revision":0,"state":{"name":"","tags":[]}}}"#
    )
    _ = user.text()
    return user
  }

  private static let update =
    HostLine.update(
      "form", 1, patch: HostLine.replace("/name", "\"Ada\""),
      #""events":[{"event":"message","value":"hello"}]"#)

  @Test func itBeginsWithInitializeAndCreate() {
    let creations = [
      Frontend.Creation(id: "form", name: "example.form", inputs: []),
      Frontend.Creation(
        id: "p", name: "example.preview", parameters: ["x"], uses: ["form": "form"], inputs: []),
    ]
    let user = User(Frontend(creations, isColored: false))
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],"#
          + #""client":{"name":"play"},"capabilities":{}}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"viewModel/create","#
          + #""params":{"name":"example.form","id":"form"}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"viewModel/create","#
          + #""params":{"name":"example.preview","id":"p","parameters":["x"],"uses":{"form":"form"}}}"#,
      ])
    #expect(user.messages() == [])
    #expect(!user.frontend.isReady && user.frontend.isWaiting)
  }

  @Test func anInputIsACall() {
    let user = ready()
    #expect(user.frontend.isReady && !user.frontend.isWaiting)
    user.frontend.type("  rename Ada")
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":3,"method":"viewModel/call","#
          + #""params":{"id":"form","input":"rename","arguments":["Ada"]}}"#
      ])
    #expect(user.frontend.isWaiting)
    user.frontend.receive(Self.update)
    #expect(
      user.text() == """
        * name  "Ada"
          tags  []
        ! message "hello"

        """)
    user.frontend.receive(#"{"jsonrpc":"2.0","id":3,"result":{"value":null}}"#)
    #expect(user.text() == "rename Ada: done\n")
    #expect(!user.frontend.isWaiting)
  }

  @Test func whatIsWrongWithArgumentsIsSaidAndNotSent() {
    let user = ready()
    user.frontend.type("rename nmae=Ada")
    user.frontend.type("hlp")
    #expect(
      user.text() == """
        rename has no argument nmae; did you mean name?
        form has no input hlp; did you mean help?

        """)
    #expect(user.messages() == [])
    #expect(user.frontend.hasFailed)
  }

  /// The host says what may have been meant; what its arguments would be is unknown.
  @Test func anInputThatThereIsNotIsSentWithoutArguments() {
    let user = ready()
    user.frontend.type("renme Ada")
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":3,"method":"viewModel/call","params":{"id":"form","input":"renme"}}"#
      ])
  }

  @Test func itKnowsWhatTheHostHasNotDealtWith() {
    let user = ready()
    user.frontend.type("help")
    user.frontend.awaitTurn()
    // The host received nothing.
    #expect(!user.frontend.isBehind && user.messages() == [])
    user.frontend.type("rename a")
    user.frontend.awaitTurn()
    #expect(user.frontend.isBehind)
    #expect(user.messages().last == #"{"jsonrpc":"2.0","id":4,"method":"ping"}"#)
    #expect(user.frontend.unanswered == ["rename a"])
    user.frontend.receive(#"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    // It may be asynchronous.
    #expect(!user.frontend.isBehind && user.frontend.unanswered == ["rename a"])
  }

  /// An input that only waits has been dealt with, although it has no answer.
  @Test func whatDoesNotReturnIsNamed() {
    let user = ready()
    user.frontend.type("rename a")
    user.frontend.awaitTurn()
    #expect(user.frontend.stuck == "rename a")
    user.frontend.receive(#"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    #expect(user.frontend.stuck == nil)
    user.frontend.type("rename b")
    user.frontend.awaitTurn()
    #expect(user.frontend.unanswered == ["rename a", "rename b"])
    #expect(user.frontend.stuck == "rename b")
    // The user continues all the same.
    user.frontend.stopAwaitingTurn()
    user.frontend.type("rename c")
    user.frontend.awaitTurn()
    #expect(user.frontend.stuck == "rename b")
    user.frontend.receive(#"{"jsonrpc":"2.0","id":6,"result":{}}"#)
    #expect(user.frontend.stuck == "rename c")
  }

  @Test func answersMayComeInAnyOrder() {
    let user = ready()
    for line in ["rename a", "rename b", "rename c"] { user.frontend.type(line) }
    user.frontend.receive(#"{"jsonrpc":"2.0","id":4,"result":{"value":{"x":1}}}"#)
    user.frontend.receive(
      #"{"jsonrpc":"2.0","id":5,"error":{"code":-32007,"message":"this never works"}}"#)
    user.frontend.receive(#"{"jsonrpc":"2.0","id":3,"result":{"value":false}}"#)
    #expect(
      user.text() == """
        rename b: {"x":1}
        rename c: this never works (-32007)
        rename a: false

        """)
  }

  @Test func theStateIsAskedFor() {
    let user = ready()
    user.frontend.type("state")
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":3,"method":"viewModel/snapshot","params":{"id":"form"}}"#
      ])
    user.frontend.receive(
      #"{"jsonrpc":"2.0","id":3,"result":{"id":"form","revision":0,"state":{"name":"","tags":[]}}}"#
    )
    #expect(user.text() == "  name  \"\"\n  tags  []\n")
  }

  @Test func whenNothingIsThereAnyMoreThatIsSaid() {
    let user = ready()
    user.frontend.receive(
      #"{"jsonrpc":"2.0","method":"viewModel/closed","params":{"id":"form","reason":"its own work"}}"#
    )
    user.frontend.type("state")
    #expect(user.text() == "form is closed: its own work\n  (every instance is closed)\n")
    #expect(user.messages() == [])
  }

  @Test func whatIsNotClosedIsSaidAndNotSent() {
    let user = ready()
    for line in [#"rename "Ada"#, "rename [1", #"rename {"a":[1]"#] { user.frontend.type(line) }
    let rest = " is not closed; a text that begins with it stands in quotes, as JSON\n"
    #expect(user.text() == "\"\(rest)[\(rest){\(rest)")
    #expect(user.messages() == [] && user.frontend.hasFailed)
    user.frontend.type(#"rename "[1""#)
    #expect(user.messages().count == 1)
  }

  @Test func helpListsTheInputs() {
    let user = ready()
    user.frontend.type("?")
    #expect(
      user.text().hasPrefix("  rename name: string\n      Gives it a name.\n  An argument is JSON"))
    #expect(user.messages() == [])
  }

  @Test func quitEndsItWhenTheHostHasDealtWithWhatCameBefore() {
    let user = ready()
    user.frontend.type("rename Ada")
    user.frontend.type("quit")
    #expect(user.frontend.phase == .quitting)
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":3,"method":"viewModel/call","#
          + #""params":{"id":"form","input":"rename","arguments":["Ada"]}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"ping"}"#,
      ])
    user.frontend.receive(Self.update)
    #expect(user.frontend.phase == .quitting)
    // The input may still run.
    user.frontend.receive(#"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    #expect(user.frontend.phase == .quit)
  }

  @Test(arguments: [
    (
      #"{"jsonrpc":"2.0","method":"viewModel/closed","params":{"id":"form","reason":"list was disposed"}}"#,
      "form is closed: list was disposed\n"
    ),
    (
      #"{"jsonrpc":"2.0","method":"viewModel/failed","params":{"id":"form","error":{"code":-32011,"message":"tick: broken"}}}"#,
      "form: tick: broken\n"
    ),
    (
      #"{"jsonrpc":"2.0","method":"service/rejected","params":{"id":"service-1","service":"todos","error":{"code":-32602,"message":"result: expected an array, found null"}}}"#,
      "todos: the answer does not fit: result: expected an array, found null\n"
    ),
    (#"{"jsonrpc":"2.0","method":"new/thing","params":{"a":1}}"#, "new/thing {\"a\":1}\n"),
  ])
  func whatTheHostReportsIsShown(line: String, text: String) {
    let user = ready()
    user.frontend.receive(line)
    #expect(user.text() == text)
    #expect(user.frontend.phase == .running)
  }

  @Test(arguments: [
    "no JSON", "{}", #"{"jsonrpc":"2.0","id":99,"result":{}}"#,
    HostLine.update("form", 7),
  ])
  func aMistakeOfTheHostEndsIt(line: String) {
    let user = ready()
    user.frontend.receive(line)
    #expect(user.frontend.phase == .failed)
    #expect(user.text().hasPrefix("The host has made a mistake: "))
  }

  // MARK: Services

  private static func call(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(number)","method":"service/call","#
      + #""params":{"service":"items","id":"form","arguments":{"page":\#(number)}}}"#
  }

  @Test func theServicesThatItNeedsAreNamed() throws {
    let user = User(
      Frontend(
        [Frontend.Creation(id: "f", name: "foos", inputs: [], services: ["foos"])],
        isColored: false))
    #expect(
      user.messages().first?.contains(#""capabilities":{"services":["foos"]}"#)
        == true)
  }

  @Test func theOldestCallIsAnswered() {
    let user = ready()
    user.frontend.receive(Self.call(1))
    user.frontend.receive(Self.call(2))
    #expect(user.text() == "? items {\"page\":1}\n? items {\"page\":2}\n")
    user.frontend.type(#"= {"items": [1, 2]}"#)
    user.frontend.type("! the server is away ")
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":"service-1","result":{"items":[1,2]}}"#,
        #"{"jsonrpc":"2.0","id":"service-2","error":{"code":-32000,"message":"the server is away "}}"#,
      ])
    #expect(user.text() == "")
  }

  @Test func anAnswerMayComeBeforeItsCall() {
    let user = ready()
    user.frontend.type("= 1")
    #expect(
      user.text() == "No service is called now; this will answer the next call.\n")
    #expect(user.messages() == [])
    user.frontend.receive(Self.call(1))
    #expect(user.messages() == [#"{"jsonrpc":"2.0","id":"service-1","result":1}"#])
  }

  @Test func whatIsNoJSONAnswersNothing() {
    let user = ready()
    user.frontend.receive(Self.call(1))
    _ = user.text()
    user.frontend.type("= nothing")
    #expect(user.text().hasPrefix("expected 'null', found 'n'"))
    #expect(user.messages() == [])
  }

  @Test func aCancelledCallIsAnsweredWithoutAFrontend() {
    let user = ready()
    user.frontend.receive(Self.call(1))
    _ = user.text()
    user.frontend.receive(
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"service-1"}}"#)
    #expect(user.text() == "items {\"page\":1} is cancelled\n")
    #expect(
      user.messages() == [
        #"{"jsonrpc":"2.0","id":"service-1","error":{"code":-32800,"message":"Cancelled"}}"#
      ])
  }

  @Test func whenTheInputHasEndedCallsAreRefused() {
    let user = ready()
    user.frontend.receive(Self.call(1))
    user.frontend.endTyping()
    user.frontend.receive(Self.call(2))
    #expect(
      user.messages()
        == [1, 2].map { number in
          #"{"jsonrpc":"2.0","id":"service-\#(number)","#
            + #""error":{"code":-32000,"message":"No answer: the input has ended"}}"#
        })
  }

  @Test func onlyATerminalGetsColors() {
    let user = ready(isColored: true)
    user.frontend.receive(Self.update)
    #expect(
      user.text()
        == "\u{1B}[1m* name  \"Ada\"\u{1B}[0m\n  tags  []\n\u{1B}[1m! message \"hello\"\u{1B}[0m\n")
  }
}
