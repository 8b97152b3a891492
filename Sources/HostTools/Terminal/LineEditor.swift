import ViewModelHost

/// An editor of one line: it receives keys, and returns actions. It does no I/O.
package nonisolated struct LineEditor {
  /// An action for the owner.
  package enum Action: Equatable {
    /// The finished line, without trailing spaces; a new one begins.
    case line(String)
    /// The abandoned line; a new one begins.
    case abandoned(String)
    /// Control-D or Control-C on an empty line.
    case end
    case suspend
    case clearScreen
    /// Several completions, to be shown.
    case choices([String])
  }

  /// The possible completions at the cursor.
  package struct Completion: Equatable {
    /// The number of characters before the cursor that a choice replaces.
    var replacing: Int
    var choices: [String]
    /// The text added after an only choice.
    var ending = " "
  }

  package private(set) var text: [Character] = []
  /// The index of the character after the cursor.
  package private(set) var cursor = 0
  private var history: [String]
  /// The index in the history; `history.count` for the current line, which `draft` keeps.
  private var historyIndex: Int
  private var draft: [Character] = []
  /// The text that was cut last.
  private var cut: [Character] = []
  private let complete: (String) -> Completion?
  /// Which characters belong to words for word keys. Control-W always uses all but spaces.
  package var isInWord: (Character) -> Bool = { $0 != " " }

  /// - Parameters:
  ///   - history: the lines typed before, oldest first.
  ///   - complete: returns the completions at the end of a text.
  package init(history: [String] = [], complete: @escaping (String) -> Completion? = { _ in nil }) {
    self.history = history
    self.complete = complete
    historyIndex = history.count
  }

  /// Replaces the line, with the cursor at the end.
  package mutating func replace(by new: String) {
    text = Array(new)
    cursor = text.count
  }

  package mutating func press(_ key: Key) -> Action? {
    switch key {
    case .text(let text): insert(text)
    case .enter, .control("J"): return finish()
    case .tab: return completed()
    case .backspace, .control("H"): delete(from: cursor - 1, to: cursor)
    case .delete: delete(from: cursor, to: cursor + 1)
    case .left, .control("B"): cursor = max(cursor - 1, 0)
    case .right, .control("F"): cursor = min(cursor + 1, text.count)
    case .home, .control("A"): cursor = 0
    case .end, .control("E"): cursor = text.count
    case .wordLeft, .alt("b"): cursor = wordStart
    case .wordRight, .alt("f"): cursor = wordEnd
    case .up, .control("P"): recall(historyIndex - 1)
    case .down, .control("N"): recall(historyIndex + 1)
    case .control("K"): cut(from: cursor, to: text.count)
    case .control("U"): cut(from: 0, to: cursor)
    case .control("W"): cut(from: start { $0 != " " }, to: cursor)
    case .altKey(.backspace): cut(from: wordStart, to: cursor)
    case .alt("d"): cut(from: cursor, to: wordEnd)
    case .control("Y"): insert(String(cut))
    case .control("T"): exchange()
    case .control("L"): return .clearScreen
    case .control("Z"): return .suspend
    case .control("C"): return text.isEmpty ? .end : abandon()
    case .control("D"):
      if text.isEmpty { return .end }
      delete(from: cursor, to: cursor + 1)
    default: break
    }
    return nil
  }

  private mutating func insert(_ new: String) {
    // The new text can combine with the character before it, as an accent does.
    let before = Array(String(text[..<cursor]) + new)
    text = before + text[cursor...]
    cursor = before.count
  }

  private mutating func delete(from start: Int, to end: Int) {
    guard start >= 0, end <= text.count else { return }
    text.removeSubrange(start..<end)
    cursor = start
  }

  private mutating func cut(from start: Int, to end: Int) {
    guard start < end else { return }
    cut = Array(text[start..<end])
    delete(from: start, to: end)
  }

  private mutating func exchange() {
    guard text.count >= 2, cursor > 0 else { return }
    let second = min(cursor, text.count - 1)
    text.swapAt(second - 1, second)
    cursor = second + 1
  }

  private var wordStart: Int { start(isInWord) }

  /// The index of the start of the word before the cursor.
  private func start(_ isInWord: (Character) -> Bool) -> Int {
    let end = text[..<cursor].lastIndex(where: isInWord) ?? -1
    return (text[..<(end + 1)].lastIndex { !isInWord($0) } ?? -1) + 1
  }

  private var wordEnd: Int {
    let start = text[cursor...].firstIndex(where: isInWord) ?? text.count
    return text[start...].firstIndex { !isInWord($0) } ?? text.count
  }

  // MARK: Lines

  private mutating func finish() -> Action {
    let end = text.lastIndex { $0 != " " } ?? -1
    let line = String(text.prefix(end + 1))
    if !line.isEmpty && line != history.last { history.append(line) }
    clear()
    return .line(line)
  }

  private mutating func abandon() -> Action {
    let line = String(text)
    clear()
    return .abandoned(line)
  }

  private mutating func clear() {
    text = []
    cursor = 0
    historyIndex = history.count
    draft = []
  }

  private mutating func recall(_ new: Int) {
    guard (0...history.count).contains(new) else { return }
    if historyIndex == history.count { draft = text }
    historyIndex = new
    text = new == history.count ? draft : Array(history[new])
    cursor = text.count
  }

  // MARK: Completion

  private mutating func completed() -> Action? {
    guard let completion = complete(String(text[..<cursor])), let first = completion.choices.first
    else { return nil }
    let typed = String(text[(cursor - completion.replacing)..<cursor])
    if completion.choices.count == 1 {
      replace(completion.replacing, by: first + completion.ending)
      return nil
    }
    let common = completion.choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.count <= typed.count { return .choices(completion.choices) }
    replace(completion.replacing, by: common)
    return nil
  }

  private mutating func replace(_ count: Int, by new: String) {
    text.removeSubrange(cursor - count..<cursor)
    cursor -= count
    insert(new)
  }

  // MARK: Display

  /// The text that redraws the line, from the start of its row to the cursor. A line longer than
  /// the row is shown in part.
  ///
  /// - Parameters:
  ///   - prompt: the text before the line.
  ///   - columns: the width of the terminal.
  func shown(prompt: String, columns: Int) -> String {
    // Leave the last column free: terminals differ in when they wrap there.
    let room = max(columns - VisibleText.width(prompt) - 1, 1)
    let cells = text.map { VisibleText.escaped(String($0)) }
    let widths = cells.map { VisibleText.width($0) }
    var start = 0
    while start < cursor, widths[start..<cursor].reduce(0, +) > room - 1 { start += 1 }
    var end = start
    var width = 0
    while end < cells.count, width + widths[end] <= room {
      width += widths[end]
      end += 1
    }
    let back = widths[cursor..<max(end, cursor)].reduce(0, +)
    return "\r\(prompt)\(cells[start..<end].joined())\u{1B}[K" + (back > 0 ? "\u{1B}[\(back)D" : "")
  }
}

extension String {
  nonisolated fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
