extension ObservableType {
  /// Prints every event, and when it is subscribed and disposed.
  ///
  /// - Parameter trimOutput: Whether an element's text is cut in its middle to 40 characters.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID,
    line: UInt = #line
  ) -> Observable<Element> {
    let name = identifier ?? "\(file):\(line)"
    func log(_ text: String) { print("\(name) -> \(text)") }
    return self.do(
      onNext: { log("next(\(trimOutput ? trimmed("\($0)") : "\($0)"))") },
      onError: { log("error(\($0))") }, onCompleted: { log("completed") },
      onSubscribe: { log("subscribed") }, onDispose: { log("disposed") })
  }
}

private func trimmed(_ text: String) -> String {
  text.count > 40 ? "\(text.prefix(20))...\(text.suffix(17))" : text
}
