import TestSupport
import Testing

@testable import ViewModelHost

/// Has a built host play transcripts, all in one process. Each that is not as expected is an issue,
/// which names the file.
///
/// - Parameters:
///   - folder: the folder with the transcripts.
///   - distance: how far away the host is from the player.
///   - host: `viewmodel-host` or `example-host`.
/// - Returns: the names of those that were played, in order, and what was printed on standard
///   error.
nonisolated func expectAllPass(
  _ folder: String, at distance: Distance, with host: String = "viewmodel-host",
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> (names: [String], errors: String) {
  let run = try CommandRun(host, ["replay", folder, "--distance", distance.rawValue])
  var names: [String] = []
  var reports: [String] = []
  var rest: [Substring] = []
  for line in run.output.split(separator: "\n") {
    let isReport = line.hasPrefix("differs ")
    if isReport || line.hasPrefix("ok ") {
      names.append(line.split(separator: "/").last.map(String.init) ?? "")
    }
    if isReport {
      reports.append(String(line))
    } else if line.hasPrefix("  "), let report = reports.popLast() {
      reports.append("\(report)\n\(line)")
    } else if !line.hasPrefix("ok ") {
      rest.append(line)
    }
  }
  for report in reports {
    Issue.record("played by \(host), \(distance): \(report)", sourceLocation: sourceLocation)
  }
  #expect(
    rest == ["\(names.count - reports.count) passed, \(reports.count) failed"],
    sourceLocation: sourceLocation)
  #expect(run.end == .status(reports.isEmpty ? 0 : 1), sourceLocation: sourceLocation)
  return (names, run.errors)
}
