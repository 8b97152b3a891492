/// The output of `debug`.
@_spi(Host) public enum DebugOutput {
  /// Writes a line; by default to standard output. An operator keeps the value from its creation.
  @TaskLocal public static var write: @MainActor (String) -> Void = { print($0) }
}

extension ObservableType {
  /// Prints every event, subscription and disposal.
  ///
  /// - Parameter trimOutput: Whether to shorten an element's text to 40 characters by cutting its
  ///   middle.
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
