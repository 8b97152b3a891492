/// The reason for a host's end, according to its standard error.
///
/// - After a nonzero exit status it is the last line that is neither blank nor Swift's own.
/// - After a signal from a trap it is the first of these that exists: the last line before Swift's
///   report with a position in a Swift file and then `Fatal error` or similar; the runtime's
///   failure in the report; for SIGABRT the last line before the report; the report's
///   `Program crashed`. Without a report there is no reason. The position of the first frame in a
///   Swift file is appended, unless the text begins with one outside of the standard library.
/// - After another signal, and after status 0, there is no reason.
package enum EndReason {
  /// Describes the end and its reason:
  /// `ended by SIGILL during load: a/B.swift:3: Fatal error: boom`.
  ///
  /// - Parameters:
  ///   - lines: The lines of its standard error.
  ///   - hasReport: Whether standard error has a report after a trap.
  ///   - during: The activity at that time.
  package static func words(
    for end: ChildProcess.End, in lines: [String], hasReport: Bool = true, during: String = ""
  ) -> String {
    let reason = find(end, in: lines, hasReport: hasReport)
    return "\(end.words)\(during)\(reason.map { ": \($0)" } ?? "")"
  }

  /// Returns the line that states the reason.
  package static func find(
    _ end: ChildProcess.End, in lines: [String], hasReport: Bool = true
  ) -> String? {
    switch end {
    case .status(0): nil
    // A shell reports 128 plus the signal's number.
    case .status(let status) where 129..<193 ~= status:
      find(.signal(status - 128), in: lines, hasReport: hasReport)
    case .status: lastWords(lines[...])
    case .signal: end.isTrap ? crash(end, lines, hasReport) : nil
    }
  }

  private static func crash(
    _ end: ChildProcess.End, _ lines: [String], _ hasReport: Bool
  ) -> String? {
    guard let start = lines.lastIndex(where: beginsReport) ?? (hasReport ? nil : lines.endIndex)
    else { return nil }
    let (before, report) = (lines[..<start], lines[start...])
    let words =
      before.last { line in failures.contains { hasSourcePosition(line, before: $0) } }
      ?? starred("Swift runtime failure: ", in: report)
      ?? (end.isAbort ? lastWords(before) : nil)
      ?? starred("Program crashed: ", in: report)
    guard let words else { return nil }
    // Positions in the standard library do not help.
    if hasSourcePosition(words, before: ""), !words.hasPrefix("Swift/") { return words }
    let thread = report.drop { !$0.hasPrefix("Thread ") || !$0.hasSuffix(" crashed:") }
    let frames = thread.dropFirst().prefix { !$0.hasPrefix("Thread ") }
    return frames.lazy.compactMap(sourcePosition).first.map { "\(words) at \($0)" } ?? words
  }

  private static let failures = ["Fatal error", "Precondition failed", "Assertion failed"]

  /// Whether a line of standard error, even an incomplete one, announces that a trap ends the
  /// process. The report follows and takes a second or more.
  package static func beginsReport(_ line: String) -> Bool {
    line.hasPrefix("Current stack trace:")
      || line.hasPrefix("*** Signal ") && line.split(separator: ":").count > 1
  }

  private static func lastWords(_ lines: ArraySlice<String>) -> String? {
    // Swift's own lines include a note about incomplete backtraces.
    let words = lines.last { line in
      line.contains { !$0.isWhitespace } && !line.hasPrefix("swift-runtime: ")
    }
    return words.map { line in
      let isBlank: (Character) -> Bool = { $0.isWhitespace }
      return String(String(line.drop(while: isBlank).reversed()).drop(while: isBlank).reversed())
    }
  }

  /// Whether a line has `FILE.swift:N: ` followed by the given words.
  private static func hasSourcePosition(_ line: String, before words: String) -> Bool {
    line.split(separator: ".swift:", omittingEmptySubsequences: false).dropFirst().contains {
      part in
      let digits = part.prefix(while: \.isNumber)
      return !digits.isEmpty && part.dropFirst(digits.count).hasPrefix(": \(words)")
    }
  }

  /// Returns the text of a report's line `*** WORDS ***` that starts with the given words, without
  /// an address.
  private static func starred(_ words: String, in report: ArraySlice<String>) -> String? {
    report.lazy.compactMap { line in
      guard line.hasPrefix("*** \(words)"), line.hasSuffix(" ***") else { return nil }
      return line.dropFirst(4).dropLast(4).split(separator: " at 0x").first.map(String.init)
    }.first
  }

  /// Returns the position of a report's frame in a Swift file, with line and column if known.
  private static func sourcePosition(_ line: String) -> Substring? {
    guard line.drop(while: { $0 == " " }).first?.isNumber == true,
      let sourcePosition = line.split(separator: " at ").last, sourcePosition.hasPrefix("/"),
      let file = sourcePosition.split(separator: ":").first, file.hasSuffix(".swift")
    else { return nil }
    return sourcePosition
  }
}
