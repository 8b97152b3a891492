/// Why a host ended, as far as its standard error says.
///
/// - After an exit status other than 0 it is the last line that is neither blank nor Swift's own.
/// - After a signal that a trap raises, the words are the first that there are of: the last line before Swift's report
///   that has a place in a Swift file and then `Fatal error` or the like; the runtime's failure in the report; for
///   SIGABRT the last line before the report; the report's `Program crashed`. Without a report there is no reason. The
///   place of the first frame with a Swift file is added, unless the words begin with one outside of the standard library.
/// - After another signal, and after status 0, there is none.
package enum EndReason {
  /// How it ended and why, in words: `ended by SIGILL during load: a/B.swift:3: Fatal error: boom`.
  ///
  /// - Parameters:
  ///   - lines: its standard error.
  ///   - hasReport: whether a trap that ends it would be reported there.
  ///   - during: what it was at.
  package static func words(
    for end: ChildProcess.End, in lines: [String], hasReport: Bool = true, during: String = ""
  ) -> String {
    let reason = find(end, in: lines, hasReport: hasReport)
    return "\(end.words)\(during)\(reason.map { ": \($0)" } ?? "")"
  }

  /// The line that says it.
  package static func find(
    _ end: ChildProcess.End, in lines: [String], hasReport: Bool = true
  ) -> String? {
    switch end {
    case .status(0): nil
    // A shell that ran it ends with 128 more than the signal.
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
      before.last { line in failures.contains { hasPlace(line, before: $0) } }
      ?? starred("Swift runtime failure: ", in: report)
      ?? (end.isAbort ? lastWords(before) : nil)
      ?? starred("Program crashed: ", in: report)
    guard let words else { return nil }
    // The standard library's places say little.
    if hasPlace(words, before: ""), !words.hasPrefix("Swift/") { return words }
    let thread = report.drop { !$0.hasPrefix("Thread ") || !$0.hasSuffix(" crashed:") }
    let frames = thread.dropFirst().prefix { !$0.hasPrefix("Thread ") }
    return frames.lazy.compactMap(place).first.map { "\(words) at \($0)" } ?? words
  }

  private static let failures = ["Fatal error", "Precondition failed", "Assertion failed"]

  /// Whether a line of standard error, or as much as has come of one, says that a trap ends the process, and that the
  /// report follows: it takes a second or more.
  package static func beginsReport(_ line: String) -> Bool {
    line.hasPrefix("Current stack trace:")
      || line.hasPrefix("*** Signal ") && line.split(separator: ":").count > 1
  }

  private static func lastWords(_ lines: ArraySlice<String>) -> String? {
    // Swift says there that a backtrace will be incomplete, too.
    let words = lines.last { line in
      line.contains { !$0.isWhitespace } && !line.hasPrefix("swift-runtime: ")
    }
    return words.map { line in
      let isBlank: (Character) -> Bool = { $0.isWhitespace }
      return String(String(line.drop(while: isBlank).reversed()).drop(while: isBlank).reversed())
    }
  }

  /// Whether a line has `FILE.swift:N: ` and then some words.
  private static func hasPlace(_ line: String, before words: String) -> Bool {
    line.split(separator: ".swift:", omittingEmptySubsequences: false).dropFirst().contains {
      part in
      let digits = part.prefix(while: \.isNumber)
      return !digits.isEmpty && part.dropFirst(digits.count).hasPrefix(": \(words)")
    }
  }

  /// What a line `*** WORDS ***` of a report says, from these words on, without an address.
  private static func starred(_ words: String, in report: ArraySlice<String>) -> String? {
    report.lazy.compactMap { line in
      guard line.hasPrefix("*** \(words)"), line.hasSuffix(" ***") else { return nil }
      return line.dropFirst(4).dropLast(4).split(separator: " at 0x").first.map(String.init)
    }.first
  }

  /// The Swift file, with line and column where they are known, that a frame of a report is in.
  private static func place(_ line: String) -> Substring? {
    guard line.drop(while: { $0 == " " }).first?.isNumber == true,
      let place = line.split(separator: " at ").last, place.hasPrefix("/"),
      let file = place.split(separator: ":").first, file.hasSuffix(".swift")
    else { return nil }
    return place
  }
}
