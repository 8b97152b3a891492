import Testing

@testable import HostTools
@testable import ViewModelHost

/// Bytes as a terminal sends them go in; what a person would see in the row comes out.
@Suite struct LineEditorTests {
  /// One row of a terminal that obeys what the editor uses.
  private struct Row {
    /// The characters with the columns that they take; a wide one is followed by an empty cell.
    private var cells: [String] = []
    private(set) var column = 0

    init(_ text: String) {
      var rest = Substring(text)
      while let character = rest.first {
        rest.removeFirst()
        if character == "\r" {
          column = 0
        } else if character == "\u{1B}" {
          rest.removeFirst()
          let number = rest.prefix { $0.isNumber }
          rest.removeFirst(number.count)
          if rest.removeFirst() == "K" {
            cells = Array(cells.prefix(column))
          } else {
            column -= Int(number) ?? 1
          }
        } else {
          let width = VisibleText.width(character)
          cells += Array(repeating: " ", count: max(column + width - cells.count, 0))
          cells[column] = String(character)
          if width == 2 { cells[column + 1] = "" }
          column += width
        }
      }
    }

    var text: String { cells.joined() }
  }

  /// Types bytes, and gives the row, where a bar stands for the cursor, and what was asked for.
  private func type(
    _ bytes: String, history: [String] = [], columns: Int = 80,
    complete: @escaping (String) -> LineEditor.Completion? = { _ in nil }
  ) -> (row: String, actions: [LineEditor.Action]) {
    var decoder = KeyDecoder()
    var editor = LineEditor(history: history, complete: complete)
    var actions: [LineEditor.Action] = []
    for key in decoder.feed(Array(bytes.utf8)) {
      if let action = editor.press(key) { actions.append(action) }
    }
    let row = Row(editor.shown(prompt: "> ", columns: columns))
    var (text, column) = ("", 0)
    for character in row.text + " " {
      if column == row.column { text += "|" }
      text.append(character)
      column += VisibleText.width(character)
    }
    return (String(text.dropLast()), actions)
  }

  nonisolated static let escape = "\u{1B}["

  @Test(arguments: [
    ("abc", "> abc|"),
    ("abc\(escape)D", "> ab|c"),
    ("abc\(escape)D\(escape)DX", "> aX|bc"),
    ("abc\(escape)D\(escape)C", "> abc|"),
    ("abc\(escape)H", "> |abc"), ("abc\u{1B}OH", "> |abc"), ("abc\(escape)1~", "> |abc"),
    ("abc\u{1}", "> |abc"), ("abc\u{1}\u{5}", "> abc|"), ("abc\u{1}\(escape)F", "> abc|"),
    ("abc\u{7F}", "> ab|"), ("abc\u{1}\u{7F}", "> |abc"),
    ("abc\u{1}\(escape)3~", "> |bc"), ("abc\u{1}\u{4}", "> |bc"), ("abc\(escape)3~", "> abc|"),
    // Control-K, -U, -W cut, and Control-Y puts back.
    ("one two\u{2}\u{2}\u{B}", "> one t|"),
    ("one two\u{2}\u{2}\u{15}", "> |wo"),
    ("one two  \u{17}", "> one |"),
    ("one two\u{17}\u{1}\u{19}", "> two|one "),
    ("one two\(escape)1;5D", "> one |two"), ("one two\u{1B}b\u{1B}b\u{1B}f", "> one| two"),
    ("ab\u{14}", "> ba|"),
    // What is no key.
    ("a\(escape)99zb\(escape)200~c", "> abc|"),
    // UTF-8, wide characters, and what joins the character before.
    ("日本\(escape)D", "> 日|本"), ("日本\u{7F}", "> 日|"), ("e\u{301}x\(escape)D\u{7F}", "> |x"),
    ("👩‍👩‍👧x\(escape)D\(escape)D", "> |👩‍👩‍👧x"),
  ])
  func keysEdit(bytes: String, row: String) {
    #expect(type(bytes).row == row)
  }

  @Test func aLineIsHandedOverWithoutTheSpacesAtItsEnd() {
    let (row, actions) = type(" plus  \rx")
    #expect(actions == [.line(" plus")])
    #expect(row == "> x|")
  }

  @Test(arguments: [
    ("\u{3}", [LineEditor.Action.end]), ("\u{4}", [.end]), ("a\u{3}", [.abandoned("a")]),
    ("a\u{3}\u{3}", [.abandoned("a"), .end]), ("\u{1A}", [.suspend]), ("\u{C}", [.clearScreen]),
  ])
  func controlKeysAreForTheOwner(bytes: String, actions: [LineEditor.Action]) {
    #expect(type(bytes).actions == actions)
  }

  @Test func theHistoryIsGoneThrough() {
    let history = ["one", "two"]
    #expect(type("dra\(Self.escape)A", history: history).row == "> two|")
    #expect(type("dra\(Self.escape)A\(Self.escape)A", history: history).row == "> one|")
    #expect(type("dra\u{10}\u{10}\u{10}", history: history).row == "> one|")
    #expect(type("dra\u{10}\u{10}\u{E}", history: history).row == "> two|")
    #expect(type("dra\u{10}\u{E}", history: history).row == "> dra|")
    // What was typed in this session belongs to it, once.
    #expect(type("x\rx\r\u{10}\u{10}", history: history).row == "> two|")
  }

  @Test func namesAreCompleted() {
    let complete: (String) -> LineEditor.Completion? = { text in
      let names = ["plusButton", "plusOne", "minus"].filter { $0.hasPrefix(text) }
      return LineEditor.Completion(replacing: text.count, choices: names)
    }
    #expect(type("m\t", complete: complete).row == "> minus |")
    #expect(type("p\t", complete: complete).row == "> plus|")
    #expect(type("p\t", complete: complete).actions == [])
    #expect(type("p\t\t", complete: complete).actions == [.choices(["plusButton", "plusOne"])])
    #expect(type("x\t", complete: complete).row == "> x|")
  }

  @Test func aLongLineIsShownInPart() {
    let digits = "0123456789"
    // Ten columns: two for the prompt, one that stays free, so seven for the line.
    #expect(type(digits, columns: 10).row == "> 456789|")
    #expect(type("\(digits)\u{1}", columns: 10).row == "> |0123456")
    #expect(type("日本語の名前", columns: 10).row == "> の名前|")
  }

  @Test func aTerminalObeysNothingThatWasTyped() {
    // U+0085 and U+202E are not control keys, and so come into the line.
    #expect(type("a\u{85}b\u{202E}").row == #"> a\u0085b\u202E|"#)
    #expect(
      VisibleText.escaped("\u{1B}[2J\u{7F}\u{9B}a\tb\nc") == #"\u001B[2J\u007F\u009B"# + "a\tb\nc")
  }

  @Test func itDoesNotMatterHowTheBytesAreCut() {
    let bytes = Array("aé日👍\(Self.escape)D\(Self.escape)1;5D\u{1B}OH\u{1B}b\u{7F}x\r".utf8)
    var whole = KeyDecoder()
    let keys = whole.feed(bytes)
    #expect(keys.count == 11)
    for cut in 1...7 {
      var decoder = KeyDecoder()
      var parts: [Key] = []
      for start in stride(from: 0, to: bytes.count, by: cut) {
        parts += decoder.feed(bytes[start..<min(start + cut, bytes.count)])
      }
      #expect(parts == keys)
    }
  }

  @Test func bytesThatAreNoTextArePassedOver() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x28, 0xE6, 0x97, 0x62, 0xC0, 0xAF]
    #expect(decoder.feed(bytes) == [.text("a"), .text("("), .text("b")])
  }
}
