import OperatingSystem

/// The style of outcomes: with colors at a terminal, unless `NO_COLOR` is set
/// (https://no-color.org).
package nonisolated struct ReplayStyle {
  private let isColored: Bool

  package init(for output: Descriptor) {
    isColored =
      output.isTerminal && Process.environment("NO_COLOR") == nil
      && Process.environment("TERM") != "dumb"
  }

  /// Shows progress in a line that the next one replaces; only at a terminal.
  ///
  /// - Parameter text: a text without control characters; empty to remove the line.
  package func showProgress(_ text: String) {
    if Descriptor.standardError.isTerminal { Descriptor.standardError.warn("\r\(text)\u{1B}[K") }
  }

  /// An outcome with its first word in green or red.
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
