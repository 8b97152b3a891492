import JSON

/// The calls that a script has begun, by number.
final class AttachedCalls {
  /// The result of each call; `nil` while it is running.
  private var outcomes: [Int64: AttachReply?] = [:]

  /// - Returns: the number of the call, which is the id of its request.
  func begin(_ input: JSONValue, on host: AttachedHost) -> Int64 {
    var number: Int64 = 0
    number = host.ask("viewModel/call", input) { [weak self] result in
      switch result {
      case .success(let result): self?.outcomes[number] = .json(result["value"] ?? .null)
      case .failure(let failure): self?.outcomes[number] = failure
      }
    }
    outcomes[number] = .some(nil)
    return number
  }

  func check(_ number: Int64) throws(AttachReply) {
    if outcomes[number] == nil { throw .failed(.usage, "there is no call \(number)") }
  }

  func isDone(_ number: Int64) -> Bool { (outcomes[number] ?? nil) != nil }

  /// Removes a finished call.
  ///
  /// - Returns: its result; `nil` while it is running.
  func end(_ number: Int64) -> AttachReply? {
    guard let outcome = outcomes[number] ?? nil else { return nil }
    outcomes[number] = nil
    return outcome
  }
}
