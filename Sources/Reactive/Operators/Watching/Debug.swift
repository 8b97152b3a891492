/// Where `debug` writes.
@_spi(Host) public enum DebugOutput {
  /// Writes a line; to standard output where nothing else is set. An operator keeps what was set when it was made.
  @TaskLocal public static var write: @MainActor (String) -> Void = { print($0) }
}

extension ObservableType {
  /// Prints every event, and when it is subscribed and disposed.
  ///
  /// - Parameter trimOutput: Whether an element's text is cut in its middle to 40 characters.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID,
    line: UInt = #line
  ) -> Observable<Element> {
    let name = identifier ?? "\(file):\(line)"
    let write = DebugOutput.write
    func log(_ text: String) { write("\(name) -> \(text)") }
    return self.do(
      onNext: { log("next(\(trimOutput ? trimmed("\($0)") : "\($0)"))") },
      onError: { log("error(\($0))") }, onCompleted: { log("completed") },
      onSubscribe: { log("subscribed") }, onDispose: { log("disposed") })
  }
}

private func trimmed(_ text: String) -> String {
  text.count > 40 ? "\(text.prefix(20))...\(text.suffix(17))" : text
}
