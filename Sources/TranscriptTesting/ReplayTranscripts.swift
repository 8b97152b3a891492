import ViewModelHost

/// Plays all transcripts of a folder to a host, as a test. One line in Swift Testing:
///
///     @Test func transcripts() throws { try replayTranscripts(in: "Transcripts", to: "todo-host") }
///
/// Each transcript is played to a fresh process with a virtual clock, since a process can make time virtual only before
/// its first task. The test target depends on the executable target, so that the host is built beside the tests. Where
/// time cannot be virtual (other systems than Linux) this throws.
///
/// - Parameters:
///   - folder: the folder with the files `*.transcript`, relative to the folder of the test's source file.
///   - host: the name of the executable product.
///   - isRecording: writes what the host says into the files, and then fails, whatever they said: a test run that
///     records has tested nothing. Read what was written before it is committed.
/// - Throws: ``TranscriptFailure``, with a report for people; also when there is no transcript in the folder.
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

/// Why transcripts are not as they should be: a readable report.
public struct TranscriptFailure: Error, CustomStringConvertible {
  /// For each transcript the lines that are missing, unexpected or different, with the members that differ.
  public let description: String
}
