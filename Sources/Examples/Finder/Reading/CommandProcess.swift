import OperatingSystem

/// A started program, with a pipe from its standard output. The release of this object ends it and
/// its process group.
final class CommandProcess: Sendable {
  /// The program and its arguments, shortened for messages.
  private let words: String
  private let process: ChildProcess

  private static let wordLimit = 100

  init(_ command: [String], in folder: String) throws(CommandError) {
    let name = command.first ?? ""
    let text = command.joined(separator: " ")
    words = text.count > Self.wordLimit ? "\(text.prefix(Self.wordLimit))…" : text
    // Not every C library can set the working folder of a started process.
    let folder = folder.hasPrefix("/") ? folder : "./\(folder)"
    // Without `command -v` the shell itself would report on standard error what ``failure()``
    // reports.
    let script = #"cd "$0" && command -v -- "$1" >/dev/null || exit 127; exec "$@""#
    let arguments = ["-c", script, folder] + command
    do throws(SystemError) {
      process = try ChildProcess(
        "/bin/sh", as: "sh", arguments, heeding: [Process.brokenPipe], hasInput: false,
        isGroup: true)
    } catch {
      throw CommandError(description: "\(name): \(error.reason)")
    }
  }

  deinit {
    process.output.close()
    process.killGroup()
  }

  /// Its output.
  var output: Descriptor { process.output }

  /// Waits for its end, or until the task is cancelled, and returns its failure, if any.
  func failure() -> String? {
    switch Thread.waiting(end) {
    case nil, .status(0): nil
    case .status(127): "\(words): command not found"
    case .some(let end): "\(words): \(end)"
    }
  }

  private func end() -> ChildProcess.End? {
    while !Task.isCancelled {
      if let end = process.endIfOver() { return end }
      // A process usually ends soon after it has closed its output.
      Poll.nap(milliseconds: 1)
    }
    return nil
  }
}
