/// A connection to a host, for one conversation line by line.
public protocol HostConnection: AnyObject {
  /// Sends one line, and waits until the host has sent everything that it causes.
  ///
  /// The answer is empty once the host has ended.
  ///
  /// - Parameter line: any text, without a line end.
  func exchange(_ line: String) -> HostAnswer

  /// Sends one line, when the later lines are known and may be sent ahead.
  ///
  /// - Parameter next: the following lines, in order; no others may be sent after this call.
  func exchange(_ line: String, before next: ArraySlice<String>) -> HostAnswer

  /// Ends the host's input, and waits until the host has ended.
  func finish() -> HostAnswer
}

extension HostConnection {
  /// Sends no line ahead.
  public func exchange(_ line: String, before next: ArraySlice<String>) -> HostAnswer {
    exchange(line)
  }
}

/// The answer of a host.
public struct HostAnswer: Hashable, Sendable {
  /// The lines, without line ends.
  public var lines: [String]
  /// Why the conversation cannot continue, or ended wrongly, in words: a timeout or a crash, for
  /// example.
  public var problem: String?

  /// Creates an answer.
  public init(lines: [String] = [], problem: String? = nil) {
    self.lines = lines
    self.problem = problem
  }
}
