extension ObservableType {
  /// Prints every event, and when it is subscribed and disposed.
  public func debug(
    _ identifier: String? = nil, file: String = #fileID, line: UInt = #line
  ) -> Observable<Element> {
    let name = identifier ?? "\(file):\(line)"
    func log(_ text: String) { print("\(name) -> \(text)") }
    return self.do(
      onNext: { log("next(\($0))") }, onError: { log("error(\($0))") },
      onCompleted: { log("completed") }, onSubscribe: { log("subscribed") },
      onDispose: { log("disposed") })
  }
}
