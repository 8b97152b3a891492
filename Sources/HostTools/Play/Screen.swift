import ViewModelHost
import JSON

/// Collects text for a terminal. Control characters are made visible; only colors are not.
struct Screen {
  enum Style { case plain, important }

  private let isColored: Bool
  private var text = ""

  init(isColored: Bool) { self.isColored = isColored }

  /// Removes and returns the text.
  mutating func takeText() -> String {
    defer { text = "" }
    return text
  }

  /// Adds whole lines.
  mutating func write(_ lines: String, _ style: Style = .plain) {
    let lines = VisibleText.escaped(lines)
    text += isColored && style == .important ? "\u{1B}[1m\(lines)\u{1B}[0m\n" : "\(lines)\n"
  }

  /// Adds a state, one output a line.
  mutating func write(state: JSONValue, title: String?) {
    write(state, title) { (" ", $1.description, [], .plain) }
  }

  /// Adds a state after an update. A star marks changed outputs. A long changed value is shown as
  /// its changes; a long unchanged one is shortened.
  mutating func write(state: JSONValue, changes: [StateChange], title: String?) {
    write(state, title) { name, value in
      let own = changes.filter { $0.output == name }
      if own.isEmpty { return (" ", shortened(value, to: Self.unchangedLength), [], .plain) }
      let isWhole = own.contains { $0.pathInOutput.isEmpty }
      if isWhole || !isLong(value, Self.changedLength) {
        return ("*", shortened(value, to: Self.wholeLength), [], .important)
      }
      return ("*", size(of: value), own.map(\.text), .important)
    }
  }

  private mutating func write(
    _ state: JSONValue, _ title: String?,
    _ line: (String, JSONValue) -> (mark: String, value: String, changes: [String], Style)
  ) {
    if let title { write("\(title):") }
    let outputs = state.objectValue ?? [:]
    if outputs.isEmpty { write("  (no outputs)") }
    let width = outputs.keys.map(\.count).max() ?? 0
    for (name, value) in outputs {
      let (mark, value, changes, style) = line(name, value)
      write("\(mark) \(padded(name, to: width + 1)) \(value)", style)
      for change in changes.prefix(Self.listed) { write("    \(change)", style) }
      if changes.count > Self.listed { write("    … and \(changes.count - Self.listed) more") }
    }
  }

  // Limits in characters.
  private static let unchangedLength = 70
  private static let changedLength = 200
  private static let wholeLength = 2000
  /// The most changes that are shown of one output.
  private static let listed = 20
}

/// Whether the text of a value has more than `limit` characters. This does not write all of a long
/// list.
private func isLong(_ value: JSONValue, _ limit: Int) -> Bool {
  let members = value.arrayValue?.count ?? value.objectValue?.count ?? 0
  return members > limit || value.description.count > limit
}

/// The value as text of about `limit` characters, with a count of what is left out.
private func shortened(_ value: JSONValue, to limit: Int) -> String {
  guard isLong(value, limit) else { return value.description }
  guard let array = value.arrayValue else {
    return "\(value.description.prefix(limit))… (\(size(of: value)))"
  }
  var (text, count) = ("", 0)
  for element in array {
    let next = element.description
    if text.count + next.count > limit { break }
    text += "\(next),"
    count += 1
  }
  if count == 0 { return size(of: value) }
  return "[\(text)… \(array.count - count) more]"
}

private func size(of value: JSONValue) -> String {
  func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
  return switch value {
  case .array(let array): count(array.count, "element")
  case .object(let object): count(object.count, "member")
  default: count(value.description.count, "character")
  }
}
