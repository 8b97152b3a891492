/// Where the preview stands, as `--preview-window` says: `right,50%,border-left,wrap,hidden`.
struct PreviewWindow {
  enum Position: String { case up, down, left, right }

  var position = Position.right
  var size = Size.percent(50)
  var border: Border?
  var wraps = false
  var isHidden = false
  var follows = false
  var cycles = false
  /// From which line on it shows, an expression: `+{2}-5`; `nil` for the first.
  var scroll: String?
  /// So many lines at the top stay.
  var headerLines = 0

  /// Reads a specification on top of what there is.
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

  /// The border that was chosen, or else one on the side of the list.
  var usedBorder: Border { border ?? .rounded }

  var isBeside: Bool { position == .left || position == .right }
}
