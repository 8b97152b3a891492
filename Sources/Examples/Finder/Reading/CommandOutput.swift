import OperatingSystem

/// The lines of a program's output, in portions. The release of the last copy ends the program.
public struct CommandOutput: Sendable {
  private let process: CommandProcess
  private var input: LineInput
  /// The program's failure, if it has failed.
  public private(set) var failure: String?

  /// Starts a program with empty input.
  ///
  /// - Parameters:
  ///   - command: The program, which is looked up in `PATH`, and its arguments.
  ///   - folder: Its working folder.
  ///   - format: The format of its output. Empty lines are omitted.
  /// - Throws: ``CommandError`` if the folder cannot be read or no process can be started. A
  ///   program that is not found is a ``failure``.
  public init(
    _ command: [String], in folder: String, _ format: LineFormat = LineFormat()
  ) throws(CommandError) {
    guard let name = command.first, !name.isEmpty else {
      throw CommandError(description: "command must name a program")
    }
    guard (command + [folder]).allSatisfy({ !$0.utf8.contains(0) }) else {
      throw CommandError(description: "command must be without NUL")
    }
    do {
      try Files.checkFolder(Array(folder.utf8))
    } catch {
      throw CommandError(description: "\(folder): \(error.reason)")
    }
    process = try CommandProcess(command, in: folder)
    input = LineInput(process.output, format)
  }

  /// Returns the next non-empty lines, as many as are available but about `count` at most. It waits
  /// for the first.
  ///
  /// - Returns: nil at the end, or if the task is cancelled.
  public mutating func next(_ count: Int) -> CandidateChunk? {
    if input.isAtEnd { return nil }
    let chunk = input.next(count)
    if input.isAtEnd { failure = process.failure() }
    return chunk
  }
}

/// A command that cannot be started.
public struct CommandError: Error, CustomStringConvertible {
  /// The program, and the system's message.
  public let description: String
}
