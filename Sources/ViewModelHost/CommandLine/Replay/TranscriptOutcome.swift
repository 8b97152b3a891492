import OperatingSystem
import Transcripts

/// The result of playing a transcript, or of updating its file.
package nonisolated struct TranscriptOutcome {
  /// Whether all output was as expected; for an update, whether the file now has the host's output.
  package let isGood: Bool
  /// Whether the file was changed.
  package let isChanged: Bool
  /// A line on the file, and a report on differences.
  package let text: String

  /// Compares with the expected output.
  package static func checking(_ file: TranscriptFile, _ replay: Replay) -> TranscriptOutcome {
    let isGood = replay.isAsExpected
    return TranscriptOutcome(
      isGood: isGood, isChanged: false,
      text: isGood
        ? "ok      \(file.path)\n" : "differs \(file.path)\n\(replay.report)\(reason(replay))")
  }

  /// Compares two hosts.
  package static func comparing(
    _ file: TranscriptFile, _ comparison: HostComparison
  ) -> TranscriptOutcome {
    let isGood = comparison.isSame
    return TranscriptOutcome(
      isGood: isGood, isChanged: false,
      text: isGood
        ? "same    \(file.path)\(comparison.commonProblem.map { ": both: \($0)" } ?? "")\n"
        : "differs \(file.path): \(comparison.count)\n\(comparison.report)")
  }

  /// A possible reason, if only the steps to the expected end differ.
  private static func reason(_ replay: Replay) -> String {
    let ids = replay.differingInstances.joined(separator: ", ")
    guard replay.endsAsExpected, !ids.isEmpty else { return "" }
    return """
        The final states are the same; they are reached at other times, or in other steps. \
      \(ids) may work outside of the host's clock: on another thread, or with another clock.

      """
  }

  /// Writes the host's output into the file.
  package static func updating(_ file: TranscriptFile, _ replay: Replay) throws -> TranscriptOutcome
  {
    // Incomplete output is not written.
    if replay.problem != nil {
      return TranscriptOutcome(
        isGood: false, isChanged: false, text: "failed  \(file.path)\n\(replay.report)")
    }
    let (transcript, changes) = replay.updated
    if changes.isEmpty {
      return TranscriptOutcome(isGood: true, isChanged: false, text: "same    \(file.path)\n")
    }
    try CommandFailure.with(.cannotWrite) { try Files.write(transcript.text, to: file.path) }
    let counts =
      "\(changes.replaced) replaced, \(changes.added) added, \(changes.removed) removed"
    return TranscriptOutcome(
      isGood: true, isChanged: true, text: "updated \(file.path): \(counts)\n")
  }
}
