import HostTools

/// The trigger of a binding: a key or an event.
enum Trigger: Hashable {
  case key(Key)
  /// The finder has started.
  case start
  /// The query has changed.
  case change
  /// All candidates have been read.
  case load
  /// The current line has changed.
  case focus
  /// Backspace in an empty query.
  case backwardEOF
  case doubleClick
  case rightClick

  /// - Parameter name: fzf's name: `ctrl-a`, `alt-enter`, `f1`, `x`.
  init?(_ name: String) {
    switch name.lowercased() {
    case "start": self = .start
    case "change": self = .change
    case "load": self = .load
    case "focus": self = .focus
    case "backward-eof": self = .backwardEOF
    case "double-click": self = .doubleClick
    case "right-click": self = .rightClick
    default:
      guard let key = Key(named: name) else { return nil }
      self = .key(key)
    }
  }
}

extension Key {
  private static let named: [String: Key] = [
    "enter": .enter, "return": .enter, "ctrl-m": .enter, "tab": .tab, "ctrl-i": .tab,
    "btab": .backTab, "shift-tab": .backTab, "bspace": .backspace, "bs": .backspace,
    "backspace": .backspace, "del": .delete, "delete": .delete, "insert": .insert, "esc": .escape,
    "space": .text(" "), "left": .left, "right": .right, "up": .up, "down": .down, "home": .home,
    "end": .end, "pgup": .pageUp, "page-up": .pageUp, "pgdn": .pageDown, "page-down": .pageDown,
    "shift-up": .shiftUp, "shift-down": .shiftDown, "shift-left": .shiftLeft,
    "shift-right": .shiftRight, "ctrl-space": .control("@"), "ctrl-\\": .control("\\"),
    "ctrl-]": .control("]"), "ctrl-^": .control("^"), "ctrl-6": .control("^"),
    "ctrl-/": .control("_"), "ctrl-_": .control("_"), "alt-space": .alt(" "),
  ]

  /// Creates a key from fzf's name.
  init?(named name: String) {
    let small = name.lowercased()
    if let key = Self.named[small] {
      self = key
    } else if name.count == 1 {
      self = .text(name)
    } else if small.hasPrefix("ctrl-"), let letter = small.dropFirst(5).only, letter.isASCII,
      letter.isLetter
    {
      self = .control(Character(letter.uppercased()))
    } else if small.hasPrefix("ctrl-alt-"), let letter = small.dropFirst(9).only, letter.isLetter {
      self = .altKey(.control(Character(letter.uppercased())))
    } else if small.hasPrefix("alt-"), let letter = name.dropFirst(4).only {
      self = .alt(letter)
    } else if small.hasPrefix("alt-"), let key = Key(named: String(name.dropFirst(4))) {
      self = key == .left ? .wordLeft : key == .right ? .wordRight : .altKey(key)
    } else if small.hasPrefix("f"), let number = Int(small.dropFirst()), 1...12 ~= number {
      self = .function(number)
    } else {
      return nil
    }
  }
}

extension Substring {
  /// The only character; `nil` for more or none.
  fileprivate var only: Character? { count == 1 ? first : nil }
}
