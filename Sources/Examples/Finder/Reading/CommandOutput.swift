import OperatingSystem

/// The lines that a program writes, some at a time. The program is ended with the last copy of this.
public struct CommandOutput: Sendable {
  private let process: CommandProcess
  private var input: LineInput
  /// How the program failed, once it has.
  public private(set) var failure: String?

  /// Starts a program, with nothing to read.
  ///
  /// - Parameters:
  ///   - command: the program, which is looked for on the `PATH`, and its arguments.
  ///   - folder: where it runs.
  ///   - format: how the lines stand in what it writes. Empty ones do not count.
  /// - Throws: ``CommandError`` when the folder cannot be read, or when there is no program to start. One that is not
  ///   found is a ``failure``.
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
      _ = try Files.entries(ofFolder: Array(folder.utf8))
    } catch {
      throw CommandError(description: "\(folder): \(error.reason)")
    }
    process = try CommandProcess(command, in: folder)
    input = LineInput(process.output, format)
  }

  /// The next lines, but for empty ones: those that there are, and about so many at most. It waits for the first of
  /// them.
  ///
  /// - Returns: `nil` when there are no more, or when the task is cancelled.
  public mutating func next(_ count: Int) -> CandidateChunk? {
    if input.isAtEnd { return nil }
    let chunk = input.next(count)
    if input.isAtEnd { failure = process.failure() }
    return chunk
  }
}

/// A command cannot be started.
public struct CommandError: Error, CustomStringConvertible {
  /// The program, and what the system says.
  public let description: String
}
