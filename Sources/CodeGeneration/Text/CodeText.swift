/// Lines of generated code.
struct CodeText {
  private(set) var text = ""
  private let step: String

  /// - Parameter step: the indentation of one level.
  init(step: String) { self.step = step }

  /// Adds lines with indentation.
  mutating func line(_ lines: String = "", _ level: Int = 0) {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : String(repeating: step, count: level) + line + "\n"
    }
  }

  /// Indents only the first line: a literal in it can contain line feeds.
  mutating func whole(_ line: String, _ level: Int = 0) {
    text += String(repeating: step, count: level) + line + "\n"
  }
}
