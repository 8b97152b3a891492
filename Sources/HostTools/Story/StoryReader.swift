import Transcripts
import JSON

/// Reads a conversation line by line, and keeps what it needs to know of the lines before.
nonisolated struct StoryReader {
  private(set) var outputs: [Story.Output] = []
  private var time = 0.0
  private var states: [String: JSONValue] = [:]
  /// What the frontend has asked for, by the id of its request.
  private var requests: [String: Request] = [:]
  /// What the host has asked services for, by the id of the call.
  private var calls: [String: Call] = [:]
  private var callCounts: [String: Int] = [:]

  private struct Request {
    let method: String
    let instance: String
    let input: String
  }

  private struct Call {
    let service: String
    let instance: String
    let number: Int
  }

  mutating func step(_ sent: String, _ answers: [String]) -> Story.Step {
    let done = messages(in: sent).flatMap { sentMoments($0) }
    let lines = answers.map(messages)
    for answer in lines.joined() {
      if let now = answer["result"]?["now"]?.doubleValue,
        request(of: answer)?.method == "clock/advance"
      {
        time = now
      }
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
    let instance = params["id"]?.stringValue ?? ""
    let input = params["input"]?.stringValue ?? ""
    if let id = message["id"] {
      requests[id.key] = Request(method: method, instance: instance, input: input)
    }
    switch method {
    case "viewModel/input", "viewModel/call":
      let arguments = params["arguments"]?.argumentWords(isNamed: false) ?? ""
      return [Moment(kind: .input, instance: instance, name: input, text: arguments)]
    case "viewModel/observe":
      let names = (params["observe"]?.arrayValue ?? []).compactMap(\.stringValue)
      let text = names.isEmpty ? "nothing" : names.joined(separator: ", ")
      return [Moment(kind: .request, instance: instance, name: "observe", text: text)]
    case "viewModel/dispose":
      return [Moment(kind: .request, instance: instance, name: "dispose", text: "")]
    default: return []
    }
  }

  private func answer(_ message: JSONValue) -> [Moment] {
    guard let id = message["id"], let call = calls[id.key] else { return [] }
    let error = message["error"]
    let text = error.map { $0["message"]?.stringValue ?? "" } ?? message["result"]?.words() ?? ""
    return [
      Moment(
        kind: .answer(isError: error != nil), instance: call.instance, name: call.service,
        text: text, number: call.number)
    ]
  }

  // MARK: From the host

  private mutating func seenMoments(_ message: JSONValue) -> [Moment] {
    let params = message["params"] ?? [:]
    let instance = params["id"]?.stringValue ?? ""
    let problem = params["error"]?["message"]?.stringValue ?? ""
    func fault(_ name: String, _ text: String) -> [Moment] {
      [Moment(kind: .fault, instance: instance, name: name, text: text)]
    }
    switch message["method"]?.stringValue {
    case nil: return response(message)
    case "viewModel/update":
      return (params["updates"]?.arrayValue ?? []).flatMap { update($0) }
    case "viewModel/failed": return fault("failed", problem)
    case "viewModel/rejected":
      return fault("\(params["input"]?.stringValue ?? "") refused", problem)
    case "viewModel/closed": return fault("closed", params["reason"]?.words() ?? "")
    case "service/call": return ask(message)
    case "$/cancelRequest":
      guard let call = params["id"].flatMap({ calls[$0.key] }) else { return [] }
      return [
        Moment(
          kind: .cancel, instance: call.instance, name: call.service, text: "", number: call.number)
      ]
    default: return []
    }
  }

  private mutating func ask(_ message: JSONValue) -> [Moment] {
    let params = message["params"] ?? [:]
    let service = params["service"]?.stringValue ?? ""
    let number = callCounts[service, default: 0] + 1
    callCounts[service] = number
    let call = Call(service: service, instance: params["id"]?.stringValue ?? "", number: number)
    if let id = message["id"] { calls[id.key] = call }
    return [
      Moment(
        kind: .ask, instance: call.instance, name: service,
        text: params["arguments"]?.argumentWords(isNamed: true) ?? "", number: number)
    ]
  }

  private mutating func response(_ message: JSONValue) -> [Moment] {
    guard let request = request(of: message) else { return [] }
    if let error = message["error"] {
      let name = request.input.isEmpty ? request.method : request.input
      let text = error["message"]?.stringValue ?? ""
      return [Moment(kind: .fault, instance: request.instance, name: "\(name) refused", text: text)]
    }
    switch request.method {
    case "viewModel/create":
      guard let result = message["result"], let instance = result["id"]?.stringValue,
        let state = result["state"], let members = state.objectValue
      else { return [] }
      states[instance] = state
      for name in members.keys { note(name, of: instance) }
      return members.map { name, value in
        Moment(kind: .start, instance: instance, name: name, text: value.words())
      }
    case "viewModel/call":
      guard let value = message["result"]?["value"] else { return [] }
      let text = value.isNull ? "" : value.words()
      return [Moment(kind: .value, instance: request.instance, name: request.input, text: text)]
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
      note(name, of: instance)
      if old[name].map({ $0.serialized() == value.serialized() }) != true {
        moments.append(
          Moment(kind: .output, instance: instance, name: name, text: value.words()))
      }
    }
    for event in update["events"]?.arrayValue ?? [] {
      let value = event["value"] ?? .null
      moments.append(
        Moment(
          kind: .event, instance: instance, name: event["event"]?.stringValue ?? "",
          text: value.isNull ? "" : value.words()))
    }
    return moments
  }

  private mutating func note(_ name: String, of instance: String) {
    let output = Story.Output(instance: instance, name: name)
    if !outputs.contains(output) { outputs.append(output) }
  }

  private func request(of message: JSONValue) -> Request? {
    message["id"].flatMap { requests[$0.key] }
  }
}

nonisolated extension JSONValue {
  /// What tells ids apart.
  fileprivate var key: String { description }
}
