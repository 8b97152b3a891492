import OperatingSystem

/// The standard error of a started host. A thread forwards it to that of this process, in whole
/// lines except for the first line of a crash report. The last lines are kept to explain why the
/// host ended.
package nonisolated final class HostErrors: Sendable {
  private let reading: Descriptor
  let state = Lock(State())

  struct State {
    var lines: [String] = []
    /// Whether a crash report has begun.
    var isCrashing = false
    /// Whether text was read that is not in `lines` yet.
    var isReading = false
    var hasEnded = false
    /// The text held while a person edits a line; `nil` otherwise.
    var held: Held?
  }

  /// The number of lines to keep. A crash report has one or two hundred.
  private static let limit = 1_000

  /// Starts a host.
  ///
  /// - Parameter isGroup: whether the host ignores the signal keys of the terminal.
  package static func start(
    _ path: String, _ arguments: [String], isGroup: Bool = false
  ) throws(SystemError) -> (host: ChildProcess, errors: HostErrors) {
    try start { pipe throws(SystemError) in
      try ChildProcess(path, arguments, errors: pipe, isGroup: isGroup)
    }
  }

  /// Starts a host.
  ///
  /// - Parameter start: starts it with a descriptor for its standard error.
  static func start(
    _ start: (Descriptor) throws(SystemError) -> ChildProcess
  ) throws(SystemError) -> (host: ChildProcess, errors: HostErrors) {
    let pipe = try Descriptor.pipe()
    let errors = HostErrors(pipe.reading)
    defer {
      pipe.writing.close()
      errors.passOn()
    }
    return (try start(pipe.writing), errors)
  }

  private init(_ reading: Descriptor) { self.reading = reading }

  private func passOn() {
    try? Thread.detach { [self] in
      let reader = LineReader(reading)
      // The bytes of the incomplete line that were forwarded.
      var passed = 0
      while !reader.hasEnded {
        _ = Poll.wait(for: [Poll.Entry(reading, .read)])
        state.withLock { $0.isReading = true }
        reader.read()
        var lines: [String] = []
        while let line = reader.next() { lines.append(line) }
        var text = lines.map { "\($0)\n" }.joined()
        let begun = reader.begun
        let isReport = EndReason.beginsReport(begun)
        // The end of this line may take long, and has no information.
        if isReport { text += begun }
        let new = text.utf8.dropFirst(passed)
        if !new.isEmpty { show(String(decoding: new, as: UTF8.self)) }
        if isReport { passed = begun.utf8.count } else if !lines.isEmpty { passed = 0 }
        state.withLock { state in
          state.lines += lines
          if isReport || lines.contains(where: EndReason.beginsReport) { state.isCrashing = true }
          if state.lines.count > 2 * Self.limit {
            state.lines.removeFirst(state.lines.count - Self.limit)
          }
          state.isReading = false
          state.hasEnded = reader.hasEnded
        }
      }
      reading.close()
    }
  }

  /// Whether the host has crashed, and is still writing its report.
  package var isCrashing: Bool { state.withLock(\.isCrashing) }

  /// Clears the crash when another process replaces the crashed one.
  package func forgetCrash() { state.withLock { $0.isCrashing = false } }

  /// Waits until all output of the ended host is forwarded. Its child processes may still have the
  /// pipe, and write.
  package func finish() {
    while state.withLock({ state in
      !state.hasEnded
        && (state.isReading
          || Poll.wait(for: [Poll.Entry(reading, .read)], milliseconds: 0)[0].isReady)
    }) {
      Poll.nap(milliseconds: 1)
    }
  }

  /// The end of the host in words: `ended by SIGILL during load: a/B.swift:3: Fatal error: boom`.
  package func words(for end: ChildProcess.End, during: String = "") -> String {
    finish()
    return EndReason.words(for: end, in: state.withLock(\.lines), during: during)
  }
}
