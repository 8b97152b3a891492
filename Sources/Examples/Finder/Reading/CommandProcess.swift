import OperatingSystem

/// A started program, with a pipe from its standard output. The release of this object ends it and
/// its process group. A program that is not found is a ``failure()``, after an empty output.
final class CommandProcess: Sendable {
  /// The program and its arguments, shortened for messages.
  private let words: String
  /// nil if it is not found.
  private let process: ChildProcess?
  /// Its output.
  let output: Descriptor

  private static let wordLimit = 100

  init(_ command: [String], in folder: String) throws(CommandError) {
    let name = command.first ?? ""
    words = Self.shortened(command.joined(separator: " "))
    do throws(SystemError) {
      let process = try ChildProcess(
        name, Array(command.dropFirst()), in: folder, heeding: [Process.brokenPipe],
        hasInput: false, isGroup: true)
      (self.process, output) = (process, process.output)
    } catch {
      // What may not be run is not found in `PATH`.
      let isMissing = error.isMissing || error.isDenied && !name.contains("/")
      guard isMissing, let null = try? Descriptor.nullInput() else {
        throw CommandError(description: "\(Self.shortened(name)): \(error.reason)")
      }
      (process, output) = (nil, null)
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > wordLimit ? "\(text.prefix(wordLimit))…" : text
  }

  deinit {
    output.close()
    process?.killGroup()
  }

  /// Waits for its end, or until the task is cancelled, and returns its failure, if any. Its end is
  /// that of its process group.
  func failure() -> String? {
    guard let process else { return "\(words): command not found" }
    return switch Thread.waiting({ Self.end(of: process) }) {
    case nil, .status(0): nil
    case .some(let end): "\(words): \(end)"
    }
  }

  private static func end(of process: ChildProcess) -> ChildProcess.End? {
    while !Task.isCancelled {
      if process.isOver { return process.killGroup() }
      // A process usually ends soon after it has closed its output.
      Poll.nap(milliseconds: 1)
    }
    return nil
  }
}
