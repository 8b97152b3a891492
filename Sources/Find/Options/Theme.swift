import OperatingSystem

/// A text style: the parameters of the control sequence SGR (ECMA-48, 8.3.117); empty for the
/// default.
struct Style: Hashable {
  var parameters = ""

  static let plain = Style()

  func adding(_ other: Style) -> Style {
    if parameters.isEmpty { return other }
    if other.parameters.isEmpty { return self }
    return Style(parameters: "\(parameters);\(other.parameters)")
  }
}

/// The colours of the screen.
struct Theme {
  private var styles: [Part: Style]
  /// Whether the background shows the current line, so that the pointer is not needed.
  private(set) var hasColors: Bool

  enum Part: String {
    case text = "fg"
    case background = "bg"
    case currentText = "fg+"
    case currentBackground = "bg+"
    case match = "hl"
    case currentMatch = "hl+"
    case query, info, prompt, pointer, marker, header, border, separator, label, spinner, gutter
    case scrollbar, disabled
    case previewText = "preview-fg"
    case previewBackground = "preview-bg"
    case previewLabel = "preview-label"
  }

  subscript(part: Part) -> Style { styles[part] ?? .plain }

  /// The style of a line of the list.
  func line(isCurrent: Bool) -> Style {
    isCurrent ? self[.currentBackground].adding(self[.currentText]) : self[.text]
  }

  /// The style of the matched characters of a line.
  func match(isCurrent: Bool) -> Style {
    isCurrent ? self[.currentBackground].adding(self[.currentMatch]) : self[.match]
  }

  /// A theme without colours (https://no-color.org): the current line is reversed, and matches are
  /// underlined.
  static let withoutColors = Theme(
    styles: [
      .currentText: Style(parameters: "7"), .match: Style(parameters: "4"),
      .currentMatch: Style(parameters: "7;4"), .prompt: Style(parameters: "1"),
      .pointer: Style(parameters: "1"), .marker: Style(parameters: "1"),
      .header: Style(parameters: "1"),
    ], hasColors: false)

  private static let sixteen = Theme(
    styles: [
      .match: fg("32"), .currentText: Style(parameters: "1"),
      .currentMatch: Style(parameters: "1;92"), .currentBackground: Style(parameters: "100"),
      .info: fg("93"), .prompt: fg("34"), .pointer: fg("91"), .marker: fg("95"),
      .spinner: fg("32"), .header: fg("36"), .border: fg("90"), .separator: fg("90"),
      .label: fg("37"),
    ], hasColors: true)

  private static let dark = Theme(
    styles: [
      .match: colour(108), .currentText: colour(254).adding(Style(parameters: "1")),
      .currentBackground: Style(parameters: "48;5;236"),
      .currentMatch: colour(151).adding(Style(parameters: "1")), .info: colour(144),
      .prompt: colour(110), .pointer: colour(161), .marker: colour(168), .spinner: colour(148),
      .header: colour(109), .border: colour(59), .separator: colour(59), .scrollbar: colour(59),
      .label: colour(145), .previewLabel: colour(145), .query: Style(parameters: "1"),
      .disabled: Style(parameters: "2"),
    ], hasColors: true)

  private static let light = Theme(
    styles: [
      .match: colour(66), .currentText: colour(237).adding(Style(parameters: "1")),
      .currentBackground: Style(parameters: "48;5;251"),
      .currentMatch: colour(23).adding(Style(parameters: "1")), .info: colour(101),
      .prompt: colour(25), .pointer: colour(161), .marker: colour(168), .spinner: colour(65),
      .header: colour(31), .border: colour(145), .separator: colour(145), .scrollbar: colour(145),
      .label: colour(59), .previewLabel: colour(59), .query: Style(parameters: "1"),
      .disabled: Style(parameters: "2"),
    ], hasColors: true)

  /// The default theme for the terminal and `NO_COLOR`.
  static var usual: Theme {
    if Process.environment("NO_COLOR") != nil { return withoutColors }
    let kind = Process.environment("TERM") ?? ""
    let hasMany = kind.contains("256color") || Process.environment("COLORTERM") != nil
    return hasMany ? dark : sixteen
  }

  private static func fg(_ parameters: String) -> Style { Style(parameters: parameters) }
  private static func colour(_ number: Int) -> Style { Style(parameters: "38;5;\(number)") }

  // MARK: --color

  /// Applies a specification, a scheme and colours of parts: `dark,hl:#d7af5f:bold,bg+:236`.
  mutating func read(_ text: String) throws(FindUsageError) {
    for part in text.split(separator: ",") {
      switch part {
      case "dark": self = .dark
      case "light": self = .light
      case "16": self = .sixteen
      case "bw", "no": self = .withoutColors
      default: try readPart(part)
      }
    }
  }

  private mutating func readPart(_ text: Substring) throws(FindUsageError) {
    let words = text.split(separator: ":")
    guard words.count >= 2, let part = Part(rawValue: String(words[0])) else {
      throw FindUsageError("--color: \(text) is no colour of a part, such as hl:108")
    }
    let isBackground = words[0].contains("bg") || part == .gutter
    var parameters = isBackground ? [] : styles[part].map { [$0.parameters] } ?? []
    for word in words.dropFirst() {
      if let attribute = Self.attributes[String(word)] {
        parameters = attribute == "0" ? [] : parameters + [attribute]
      } else if let color = Self.parameters(of: word, isBackground: isBackground) {
        parameters.append(color)
      } else {
        throw FindUsageError("--color: \(word) is no colour")
      }
    }
    styles[part] = Style(parameters: parameters.joined(separator: ";"))
  }

  private static let attributes = [
    "regular": "0", "bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7",
    "strikethrough": "9",
  ]

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  private static func parameters(of word: Substring, isBackground: Bool) -> String? {
    let kind = isBackground ? 48 : 38
    if word == "-1" { return isBackground ? "49" : "39" }
    let hex = word.dropFirst()
    if word.hasPrefix("#"), hex.utf8.count == 6, let value = UInt32(hex, radix: 16) {
      return "\(kind);2;\(value >> 16);\(value >> 8 & 0xFF);\(value & 0xFF)"
    }
    let name = word == "gray" || word == "grey" ? "bright-black" : word
    guard let number = names.firstIndex(of: String(name)) ?? Int(word), 0...255 ~= number else {
      return nil
    }
    // The first 16 colours have own sequences, which all terminals support.
    switch number {
    case 0..<8: return "\(kind - 8 + number)"
    case 8..<16: return "\(kind + 44 + number)"
    default: return "\(kind);5;\(number)"
    }
  }
}
