/// The layout of the preview, as in `--preview-window`: `right,50%,border-left,wrap,hidden`.
struct PreviewWindow {
  enum Position: String { case up, down, left, right }

  var position = Position.right
  var size = Size.percent(50)
  var border: Border?
  var wraps = false
  var isHidden = false
  var follows = false
  var cycles = false
  /// The expression for the first visible line: `+{2}-5`; `nil` for the start.
  var scroll: String?
  /// The number of fixed lines at the top.
  var headerLines = 0

  /// Applies a specification to the current layout.
  mutating func read(_ text: String) throws(FindUsageError) {
    for part in text.split(whereSeparator: { $0 == "," || $0 == ":" }) {
      if let position = Position(rawValue: String(part)) {
        self.position = position
        continue
      }
      switch part {
      case "top": position = .up
      case "bottom": position = .down
      case "wrap": wraps = true
      case "nowrap": wraps = false
      case "hidden": isHidden = true
      case "nohidden": isHidden = false
      case "follow": follows = true
      case "nofollow": follows = false
      case "cycle": cycles = true
      case "nocycle": cycles = false
      case "border": border = .rounded
      case "noborder": border = Border.none
      case "default": self = PreviewWindow()
      default: try readOther(part)
      }
    }
  }

  private mutating func readOther(_ part: Substring) throws(FindUsageError) {
    if part.hasPrefix("border-"), let border = Border.named[String(part.dropFirst(7))] {
      self.border = border
    } else if part.hasPrefix("~"), let count = Int(part.dropFirst()), count >= 0 {
      headerLines = count
    } else if part.hasPrefix("+") {
      scroll = String(part.dropFirst())
    } else if part.first?.isNumber == true {
      size = try Size(part, of: "--preview-window")
    } else {
      throw FindUsageError("--preview-window: \(part) is none of its words")
    }
  }

  /// The chosen border, or the default.
  var usedBorder: Border { border ?? .rounded }

  var isBeside: Bool { position == .left || position == .right }
}
