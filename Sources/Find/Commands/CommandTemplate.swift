import Finder

/// A command with fzf's placeholders: `{}` is the current line, `{+}` the selected lines, `{q}` the
/// query, `{n}` the line's number, `{2}` and `{+1..3}` fields. Their values are quoted for the
/// shell.
struct CommandTemplate: Equatable {
  let text: String

  /// The values of placeholders.
  struct Values {
    var current: Line?
    var selected: [Line] = []
    var query = ""
    var delimiter: String?

    struct Line {
      let number: Int
      let text: String
    }
  }

  init(_ text: String) { self.text = text }

  /// The command with its values; `nil` if it needs a line, and none exists.
  func command(_ values: Values) -> String? {
    var command = ""
    var rest = text[...]
    // A command without placeholders, or with the query, needs no line.
    var isComplete = false
    var lacksLine = false
    while let open = rest.firstIndex(of: "{") {
      let isEscaped = rest[..<open].last == "\\"
      command += isEscaped ? rest[..<open].dropLast() : rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let placeholder = Placeholder(
          rest[rest.index(after: open)..<close], delimiter: values.delimiter), !isEscaped
      else {
        command += "{"
        rest.removeFirst()
        continue
      }
      rest = rest[rest.index(after: close)...]
      if placeholder.isQuery {
        isComplete = true
        command += Self.quoted(values.query)
        continue
      }
      let lines = placeholder.lines(of: values)
      if lines.isEmpty { lacksLine = true }
      command += lines.map { Self.quoted(placeholder.text(of: $0, values)) }.joined(separator: " ")
    }
    return lacksLine && !isComplete ? nil : command + rest
  }

  /// The text quoted as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  private struct Placeholder {
    var isQuery = false
    private var isNumber = false
    private var takesSelected = false
    private var keepsSpace = false
    private var fields: FieldSelection?

    /// - Parameter text: the text between the braces. The result is `nil` if it is not a
    ///   placeholder.
    init?(_ text: Substring, delimiter: String?) {
      var rest = text
      while let flag = rest.first, flag == "+" || flag == "s" {
        if flag == "+" { takesSelected = true } else { keepsSpace = true }
        rest.removeFirst()
      }
      switch rest {
      case "": return
      case "q": isQuery = true
      case "n": isNumber = true
      default:
        fields = try? FieldSelection(String(rest), delimiter: delimiter)
        if fields == nil { return nil }
      }
    }

    func lines(of values: Values) -> [Values.Line] {
      if takesSelected && !values.selected.isEmpty { return values.selected }
      return values.current.map { [$0] } ?? []
    }

    func text(of line: Values.Line, _ values: Values) -> String {
      if isNumber { return "\(line.number)" }
      guard let fields else { return line.text }
      var text = fields.text(in: line.text)
      if keepsSpace { return text }
      if let delimiter = values.delimiter, text.hasSuffix(delimiter) {
        text = String(text.dropLast(delimiter.count))
      }
      let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
      let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
      return String(text[start..<end])
    }
  }
}
