/// Lines of generated code.
struct CodeText {
  private(set) var text = ""
  private let step: String

  /// - Parameter step: what a level is indented by.
  init(step: String) { self.step = step }

  /// Adds lines; each of them is indented.
  mutating func line(_ lines: String = "", _ level: Int = 0) {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : String(repeating: step, count: level) + line + "\n"
    }
  }

  /// Adds a line as it is: a text in it may have ends of lines of its own.
  mutating func whole(_ line: String, _ level: Int = 0) {
    text += String(repeating: step, count: level) + line + "\n"
  }
}
