import OperatingSystem

/// What a host that was started writes to its standard error. It goes on to that of this process, by a thread, in whole
/// lines but for the first of a crash's report, and the last lines are kept: they say why a host ended.
package nonisolated final class HostErrors: Sendable {
  private let reading: Descriptor
  let state = Lock(State())

  struct State {
    var lines: [String] = []
    /// Whether the report of a crash has begun.
    var isCrashing = false
    /// Whether something has been read that is not in the lines yet.
    var isReading = false
    var hasEnded = false
    /// What is shown beside a line that somebody edits; `nil` when nobody does.
    var held: Held?
  }

  /// So many lines are kept: the report of a crash has a hundred or two.
  private static let limit = 1_000

  /// Starts a host.
  ///
  /// - Parameter isGroup: whether keys of a terminal that send signals do not concern it.
  package static func start(
    _ path: String, _ arguments: [String], isGroup: Bool = false
  ) throws(SystemError) -> (host: ChildProcess, errors: HostErrors) {
    try start { pipe throws(SystemError) in
      try ChildProcess(path, arguments, errors: pipe, isGroup: isGroup)
    }
  }

  /// Starts a host.
  ///
  /// - Parameter start: does so, with the descriptor for its standard error.
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
      // How much of the line that has begun was passed on, in bytes.
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
        // Its end may take long, and says nothing.
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

  /// Whether the host has crashed, and only its report is not over.
  package var isCrashing: Bool { state.withLock(\.isCrashing) }

  /// Another process goes on in the place of one that has crashed.
  package func forgetCrash() { state.withLock { $0.isCrashing = false } }

  /// Waits until all has been passed on that the host has written, which has ended. What it has started may still have
  /// the pipe, and write.
  package func finish() {
    while state.withLock({ state in
      !state.hasEnded
        && (state.isReading
          || Poll.wait(for: [Poll.Entry(reading, .read)], milliseconds: 0)[0].isReady)
    }) {
      Poll.nap(milliseconds: 1)
    }
  }

  /// How the host ended, in words: `ended by SIGILL during load: a/B.swift:3: Fatal error: boom`.
  package func words(for end: ChildProcess.End, during: String = "") -> String {
    finish()
    return EndReason.words(for: end, in: state.withLock(\.lines), during: during)
  }
}
