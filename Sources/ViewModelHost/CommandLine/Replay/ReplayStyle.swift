import OperatingSystem

/// How outcomes look: with colors at a terminal, unless somebody wants none (https://no-color.org).
package nonisolated struct ReplayStyle {
  private let isColored: Bool

  package init(for output: Descriptor) {
    isColored =
      output.isTerminal && Process.environment("NO_COLOR") == nil
      && Process.environment("TERM") != "dumb"
  }

  /// Shows how far a command has come in a line of its own, which the next one replaces; nowhere but at a terminal.
  ///
  /// - Parameter text: without what controls a terminal; empty to remove the line.
  package func showProgress(_ text: String) {
    if Descriptor.standardError.isTerminal { Descriptor.standardError.warn("\r\(text)\u{1B}[K") }
  }

  /// The outcome with its first word in green or red.
  package func text(of outcome: TranscriptOutcome) -> String {
    let text = VisibleText.escaped(outcome.text)
    guard isColored, let end = text.firstIndex(of: " ") else { return text }
    return colored(String(text[..<end]), isGood: outcome.isGood) + text[end...]
  }

  /// A text in green or red.
  package func colored(_ text: String, isGood: Bool) -> String {
    isColored ? "\u{1B}[\(isGood ? 32 : 31)m\(text)\u{1B}[0m" : text
  }
}
