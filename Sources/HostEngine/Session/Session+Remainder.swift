import HostProtocol
import JSON
import JSONRPC

extension Session {
  /// The state of a session without instances and pending work: the agreement and the counters.
  /// `nil` while the session has any of those.
  package var remainder: JSONValue? {
    guard phase == .running, instances.inOrder.isEmpty, instances.inputCount == 0,
      services.isIdle, !hasChanges, rewind == nil
    else { return nil }
    var members: JSONObject = [
      "turn": .integer(Int64(turn.number)), "services": .integer(Int64(services.lastNumber)),
      "advice": .array(advice.known.sorted().map { .string($0) }),
    ]
    if let request = agreement.request { members["initialize"] = request }
    var numbers: JSONObject = [:]
    for (name, number) in instances.lastNumber { numbers[name] = .integer(Int64(number)) }
    members["instances"] = .object(numbers)
    return .object(members)
  }

  /// Continues from the remainder of an earlier session.
  package func resume(from remainder: JSONValue) {
    if let request = remainder["initialize"] {
      var writer = JSONWriter()
      writer.writeRequest(id: .integer(0), method: InitializeRequest.method, params: request)
      writer.withBytes { perform(.line(.complete($0))) }
    } else {
      try? begin()
    }
    outbox.bytes.removeAll()
    turn.resume(from: Int(remainder["turn"]?.integerValue ?? 0))
    services.lastNumber = Int(remainder["services"]?.integerValue ?? 0)
    instances.lastNumber = remainder.members("instances").reduce(into: [:]) { numbers, member in
      numbers[member.key] = Int(member.value.integerValue ?? 0)
    }
    advice.known = Set(remainder.texts("advice"))
  }
}
