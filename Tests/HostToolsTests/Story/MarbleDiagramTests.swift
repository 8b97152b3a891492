import Testing

@testable import HostTools
@testable import Transcripts

/// Conversations as drawings. A column is for a line to the host and all that it sets off.
@Suite struct MarbleDiagramTests {
  private let transcript: Transcript

  init() throws {
    transcript = try Transcript(
      #"""
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"foos","id":"f"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"f","revision":0,"state":{"foos":null}}}
      --> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"f","input":"refresh"}}
      <-- {"jsonrpc":"2.0","id":"service-1","method":"service/call","params":{"service":"foos","id":"f","arguments":{}}}
      --> {"jsonrpc":"2.0","id":2,"method":"clock/advance","params":{"milliseconds":1000}}
      <-- {"jsonrpc":"2.0","id":2,"result":{"now":1000}}
      --> {"jsonrpc":"2.0","id":"service-1","error":{"code":1,"message":"a < b"}}
      <-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"f","revision":1,"patch":[{"op":"replace","path":"/foos","value":[]}],"events":[{"event":"error","value":"net"}]}]}}
      <-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"f","revision":2,"patch":[{"op":"add","path":"/foos/0","value":"f1"}]}]}}
      """#)
  }

  @Test func aRowForEachThingAndAColumnForEachMoment() {
    #expect(
      MarbleDiagram(transcript.story).text == """
        ms             0 ┄┄┄┄┄┄  1000
        refresh       ───────●─────────────
        service foos  ───────?1──!1 a < b──
        foos          ─null──────[] [f1]───
        error         ───────────net───────

        ● input or event without a value, ?1 first call of a service, !1 its error

        """)
  }

  /// Each part begins with its time.
  @Test func aTerminalThatIsNarrowShowsItInParts() {
    let diagram = MarbleDiagram(transcript.story)
    #expect(diagram.text(columns: 78) == diagram.text)
    #expect(
      diagram.text(columns: 34) == """
        ms             0 ┄┄┄┄┄┄
        refresh       ───────●───
        service foos  ───────?1──
        foos          ─null──────
        error         ───────────

        ms             1000
        refresh       ───────────
        service foos  ─!1 a < b──
        foos          ─[] [f1]───
        error         ─net───────

        ● input or event without a value,
        ?1 first call of a service,
        !1 its error

        """)
    #expect(diagram.text(columns: 1).split(separator: "\n\n").count == 4)
  }

  /// The signs that are in it, and no others.
  @Test func theLegendSaysWhatStandsInTheDrawing() throws {
    let cancelled = try Transcript(
      #"""
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"user","id":"u"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"u","revision":0,"state":{"user":null}}}
      --> {"jsonrpc":"2.0","id":"c","method":"viewModel/call","params":{"id":"u","input":"fetch"}}
      --> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"c"}}
      <-- {"jsonrpc":"2.0","id":"c","error":{"code":-32800,"message":"Cancelled by the frontend"}}
      """#)
    let diagram = MarbleDiagram(cancelled.story)
    #expect(
      diagram.text == """
        ms      0 ┄┄┄┄┄┄┄┄┄┄┄
        fetch  ───────●──× ⏎×──
        user   ─null───────────

        ● input or event without a value, × cancelled, ⏎ answer to who called

        """)
    let svg = diagram.svg(title: "", command: "draw a < b")
    for text in diagram.legend + ["what the frontend does", "outputs", "draw a &lt; b"] {
      #expect(svg.contains(">\(text)</text>"))
    }
    #expect(!svg.contains(">services</text>"))
    #expect(!svg.contains(">errors</text>"))
  }

  /// What is of one time has one band, which every other time has.
  @Test func eachTimeStandsOnceAndEveryOtherHasABand() {
    let svg = MarbleDiagram(transcript.story).svg(title: "", command: "")
    #expect(svg.split(separator: #"<rect class="band""#).count == 2)
    #expect(svg.split(separator: ">1000</text>").count == 2)
  }

  /// As in a recording.
  @Test func timesAreRounded() throws {
    let transcript = try Transcript(
      #"""
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"user","id":"u"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"u","revision":0,"state":{"user":null}}}
      --> {"jsonrpc":"2.0","id":2,"method":"clock/advance","params":{"milliseconds":1000.51711}}
      <-- {"jsonrpc":"2.0","id":2,"result":{"now":1000.51711}}
      --> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"u","input":"a"}}
      --> {"jsonrpc":"2.0","id":3,"method":"clock/advance","params":{"milliseconds":0.1}}
      <-- {"jsonrpc":"2.0","id":3,"result":{"now":1000.61711}}
      --> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"u","input":"a"}}
      """#)
    #expect(MarbleDiagram(transcript.story).text.hasPrefix("ms     0     1001 ┄┄\n"))
  }

  @Test func whatStreamsDoAtOneTimeSharesAColumn() {
    let diagram = MarbleDiagram([
      MarbleDiagram.Stream(
        .input, "source",
        [(0, .init(text: "1")), (50, .init(text: "2")), (50, .init(text: "|"))]),
      MarbleDiagram.Stream(
        .output, "late", [(30, .init(text: "10")), (50, .init(text: "# no", isError: true))]),
    ])
    #expect(
      diagram.text == """
        ms       0  30  50
        source  ─1──────2 |───
        late    ────10──# no──

        """)
    // The other is in the legend.
    #expect(diagram.svg(title: "", command: "").split(separator: #"class="fault""#).count == 3)
  }

  @Test func thePictureHasTheSameMarks() {
    let svg = MarbleDiagram(transcript.story).svg(title: "A & B", command: "draw")
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 "#))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("<title>A &amp; B</title>"))
    #expect(svg.contains(">!1 a &lt; b</text>"))
    #expect(svg.split(separator: "<circle ").count == 2)
    #expect(svg.split(separator: #"class="mark""#).count == 6)
    // Each row has its label, each time its place.
    for text in ["refresh", "service foos", "foos", "error", "ms", "0", "1000"] {
      #expect(svg.contains(">\(text)</text>"))
    }
  }

  @Test func rowsNameTheInstanceWhereThereAreSeveral() throws {
    var text = transcript.text
    text += "\n" + #"--> {"method":"viewModel/input","params":{"id":"g","input":"refresh"}}"#
    let labels = MarbleDiagram(try Transcript(text).story).rows.map(\.label)
    #expect(labels == ["f.refresh", "g.refresh", "service foos", "f.foos", "f.error"])
  }
}
