import OperatingSystem

/// A program that was started, with a pipe from its standard output. What it still does at the end of this is ended,
/// and so is what it has started in its process group.
final class CommandProcess: Sendable {
  /// The program and its arguments, of which a person needs only so much.
  private let words: String
  private let process: ChildProcess

  private static let wordLimit = 100

  init(_ command: [String], in folder: String) throws(CommandError) {
    let name = command.first ?? ""
    let text = command.joined(separator: " ")
    words = text.count > Self.wordLimit ? "\(text.prefix(Self.wordLimit))…" : text
    // Not every C library can change the folder of what it starts.
    let folder = folder.hasPrefix("/") ? folder : "./\(folder)"
    // Without the look before, the shell would say on standard error what ``failure()`` says.
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

  /// What it writes.
  var output: Descriptor { process.output }

  /// Waits for its end, until the task is cancelled, and says how it failed, if it did.
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
      // Most often very soon after it has closed its output.
      Poll.nap(milliseconds: 1)
    }
    return nil
  }
}
