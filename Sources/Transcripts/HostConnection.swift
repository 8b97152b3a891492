/// A way to talk with a host, line by line. It is for a single conversation.
public protocol HostConnection: AnyObject {
  /// Sends one line, and waits until the host has nothing more to say to it.
  ///
  /// A host that has ended says nothing.
  ///
  /// - Parameter line: the line, without its end; any text.
  func exchange(_ line: String) -> HostAnswer

  /// The same when it is known what will be sent afterwards, so that some of it can be on its way already.
  ///
  /// - Parameter next: the lines that follow, in order; nothing else may be sent after this call.
  func exchange(_ line: String, before next: ArraySlice<String>) -> HostAnswer

  /// Ends the host's input, and waits until the host has ended.
  func finish() -> HostAnswer
}

extension HostConnection {
  /// Sends nothing ahead.
  public func exchange(_ line: String, before next: ArraySlice<String>) -> HostAnswer {
    exchange(line)
  }
}

/// What a host said.
public struct HostAnswer: Hashable, Sendable {
  /// The lines, without their ends.
  public var lines: [String]
  /// Why the conversation cannot go on, or did not end as it should, in words: the host stayed silent, or crashed.
  public var problem: String?

  /// What came, and what went wrong, if anything did.
  public init(lines: [String] = [], problem: String? = nil) {
    self.lines = lines
    self.problem = problem
  }
}
