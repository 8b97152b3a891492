import OperatingSystem

/// The lines that a program writes, some at a time. The program is ended with the last copy of this.
public struct CommandOutput: Sendable {
  private let process: CommandProcess
  /// A line that is not complete yet.
  private var rest: [UInt8] = []
  private var isAtEnd = false
  /// How the program failed, once it has.
  public private(set) var failure: String?

  /// A line that is longer than this is taken for several.
  private static let longestLine = 1 << 20

  /// Starts a program, with nothing to read.
  ///
  /// - Parameters:
  ///   - command: the program, which is looked for on the `PATH`, and its arguments.
  ///   - folder: where it runs.
  /// - Throws: ``CommandError`` when the folder cannot be read, or when there is no program to start. One that is not
  ///   found is a ``failure``.
  public init(_ command: [String], in folder: String) throws(CommandError) {
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
  }

  /// The next lines, but for empty ones: those that there are, and about so many at most. It waits for the first of
  /// them.
  ///
  /// - Returns: `nil` when there are no more, or when the task is cancelled.
  public mutating func next(_ count: Int) -> CandidateChunk? {
    var builder = CandidateChunkBuilder()
    while !isAtEnd, builder.count < count, process.isReadable(waiting: builder.count == 0) {
      let bytes = process.read()
      if bytes.isEmpty {
        isAtEnd = true
        if !rest.isEmpty { builder.append(rest) }
        rest = []
        failure = process.failure()
      } else {
        take(bytes, into: &builder)
      }
    }
    return builder.count == 0 ? nil : builder.finish()
  }

  private mutating func take(_ bytes: [UInt8], into builder: inout CandidateChunkBuilder) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    while lines.count > 1, let line = lines.popFirst() {
      rest += line
      if !rest.isEmpty { builder.append(rest) }
      rest.removeAll(keepingCapacity: true)
    }
    if let line = lines.first { rest += line }
    if rest.count > Self.longestLine {
      builder.append(rest)
      rest.removeAll()
    }
  }
}

/// A command cannot be started.
public struct CommandError: Error, CustomStringConvertible {
  /// The program, and what the system says.
  public let description: String
}
