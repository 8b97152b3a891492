import JSON

/// Reads a conversation line by line, with the state that later lines refer to.
nonisolated struct StoryReader {
  /// Each output of an instance once, in state order.
  private(set) var outputs: [Moment] = []
  private var time = 0.0
  private var states: [String: JSONValue] = [:]
  /// The frontend's requests, by id.
  private var requests: [String: Request] = [:]
  /// The host's service calls, by id.
  private var calls: [String: Moment] = [:]
  private var callCounts: [String: Int] = [:]

  private struct Request {
    let method: String
    let instance: String
    let input: String
  }

  mutating func step(_ sent: String, _ answers: [String]) -> Story.Step {
    let done = messages(in: sent).flatMap { sentMoments($0) }
    let lines = answers.map(messages)
    for answer in lines.joined() where request(of: answer)?.method == "clock/advance" {
      time = answer["result"]?["now"]?.doubleValue ?? time
    }
    let seen = lines.map { line in line.flatMap { seenMoments($0) } }.filter { !$0.isEmpty }
    return Story.Step(time: time, done: done, seen: seen)
  }

  private func messages(in line: String) -> [JSONValue] {
    guard let json = try? JSONValue(parsing: line) else { return [] }
    return json.arrayValue ?? [json]
  }

  // MARK: To the host

  private mutating func sentMoments(_ message: JSONValue) -> [Moment] {
    guard let method = message["method"]?.stringValue else { return answer(message) }
    let params = message["params"] ?? [:]
    let (instance, input) = (params.text("id"), params.text("input"))
    if let id = message["id"] {
      requests[id.key] = Request(method: method, instance: instance, input: input)
    } else if method == "clock/advance", let milliseconds = params["milliseconds"]?.doubleValue {
      // A notification has no answer with the time.
      time += max(0, milliseconds)
    }
    switch method {
    case "viewModel/input", "viewModel/call":
      let arguments = params["arguments"]?.argumentWords(isNamed: false) ?? ""
      return [Moment(.input, input, of: instance, arguments)]
    case "viewModel/observe":
      let names = params.texts("observe")
      let text = names.isEmpty ? "nothing" : names.joined(separator: ", ")
      return [Moment(.request, "observe", of: instance, text)]
    case "viewModel/dispose": return [Moment(.request, "dispose", of: instance)]
    case "$/cancelRequest":
      guard let call = params["id"].flatMap({ requests[$0.key] }), !call.input.isEmpty else {
        return []
      }
      return [Moment(.cancelInput, call.input, of: call.instance)]
    default: return []
    }
  }

  private func answer(_ message: JSONValue) -> [Moment] {
    guard let call = message["id"].flatMap({ calls[$0.key] }) else { return [] }
    let error = message["error"]
    let text = error?.text("message") ?? message["result"]?.words() ?? ""
    return [call.followed(by: .answer(isError: error != nil), text)]
  }

  // MARK: From the host

  private mutating func seenMoments(_ message: JSONValue) -> [Moment] {
    let params = message["params"] ?? [:]
    let instance = params.text("id")
    let problem = params["error"]?.text("message") ?? ""
    switch message["method"]?.stringValue {
    case nil: return response(message)
    case "viewModel/update": return params.list("updates").flatMap { update($0) }
    case "viewModel/failed": return [Moment(.fault, "failed", of: instance, problem)]
    case "viewModel/rejected":
      return [Moment(.fault, "\(params.text("input")) refused", of: instance, problem)]
    case "viewModel/closed":
      return [Moment(.fault, "closed", of: instance, params["reason"]?.words() ?? "")]
    case "service/call":
      let service = params.text("service")
      callCounts[service, default: 0] += 1
      let arguments = params["arguments"]?.argumentWords(isNamed: true) ?? ""
      let call = Moment(
        .ask, service, of: instance, arguments, number: callCounts[service, default: 0])
      if let id = message["id"] { calls[id.key] = call }
      return [call]
    case "$/cancelRequest":
      let call = params["id"].flatMap { calls[$0.key] }
      return call.map { [$0.followed(by: .cancel)] } ?? []
    default: return []
    }
  }

  private mutating func response(_ message: JSONValue) -> [Moment] {
    guard let request = request(of: message) else { return [] }
    if let error = message["error"] {
      if error["code"] == .integer(-32800), !request.input.isEmpty {
        return [Moment(.cancelled, request.input, of: request.instance)]
      }
      let name = request.input.isEmpty ? request.method : request.input
      return [Moment(.fault, "\(name) refused", of: request.instance, error.text("message"))]
    }
    switch request.method {
    case "viewModel/create":
      guard let result = message["result"], let instance = result["id"]?.stringValue,
        let state = result["state"], let members = state.objectValue
      else { return [] }
      states[instance] = state
      return members.map { name, value in
        addOutput(name, of: instance)
        return Moment(.start, name, of: instance, value.words())
      }
    case "viewModel/call":
      guard let value = message["result"]?["value"] else { return [] }
      let text = value.isNull ? "" : value.words()
      return [Moment(.value, request.input, of: request.instance, text)]
    default: return []
    }
  }

  private mutating func update(_ update: JSONValue) -> [Moment] {
    guard let instance = update["id"]?.stringValue else { return [] }
    let old = states[instance] ?? [:]
    var new = old
    if let json = update["patch"], let patch = try? JSONPatch(json) { try? patch.apply(to: &new) }
    states[instance] = new
    var moments: [Moment] = []
    for (name, value) in new.objectValue ?? [:] {
      addOutput(name, of: instance)
      if old[name]?.serialized() != value.serialized() {
        moments.append(Moment(.output, name, of: instance, value.words()))
      }
    }
    return moments
      + update.list("events").map { event in
        let value = event["value"] ?? .null
        let text = value.isNull ? "" : value.words()
        return Moment(.event, event.text("event"), of: instance, text)
      }
  }

  private mutating func addOutput(_ name: String, of instance: String) {
    let output = Moment(.output, name, of: instance)
    if !outputs.contains(output) { outputs.append(output) }
  }

  private func request(of message: JSONValue) -> Request? {
    message["id"].flatMap { requests[$0.key] }
  }
}

nonisolated extension JSONValue {
  /// The id as a dictionary key.
  fileprivate var key: String { description }
}
