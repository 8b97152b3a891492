import ViewModelHost

/// Plays all transcripts of a folder to a host, as a test. It is one line in Swift Testing:
///
///     @Test func transcripts() throws {
///       try replayTranscripts(in: "Transcripts", to: "todo-host")
///     }
///
/// Each transcript is played to a new process with a virtual clock, since a process can make time
/// virtual only before its first task. The test target must depend on the executable target, so
/// that the host is built with the tests. On systems without virtual time (all but Linux) this
/// throws.
///
/// - Parameters:
///   - folder: the folder with the files `*.transcript`, relative to the test's source file.
///   - host: the name of the executable product.
///   - isRecording: writes the host's output into the files, and then always fails, as a test run
///     that records checks no output. Review the files before you commit them.
/// - Throws: ``TranscriptFailure`` with a readable report; also if the folder has no transcript.
public func replayTranscripts(
  in folder: String, to host: String, isRecording: Bool = false, filePath: String = #filePath
) throws {
  let parent = filePath.split(separator: "/").dropLast().joined(separator: "/")
  let path = folder.hasPrefix("/") ? folder : "/\(parent)/\(folder)"
  let reports: [String]
  do {
    reports = try TranscriptFolder.replay(path, with: host, isUpdate: isRecording)
  } catch {
    throw TranscriptFailure(description: "\(error)")
  }
  if isRecording {
    let changes = reports.isEmpty ? "nothing has changed\n" : reports.joined()
    throw TranscriptFailure(
      description: "The transcripts were recorded; take isRecording away to test them.\n\(changes)")
  }
  if !reports.isEmpty { throw TranscriptFailure(description: "\n" + reports.joined()) }
}

/// The differences between transcripts and a host: a readable report.
public struct TranscriptFailure: Error, CustomStringConvertible {
  /// For each transcript the lines that are missing, unexpected or different, with the members that
  /// differ.
  public let description: String
}
