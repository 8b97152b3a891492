import HostEngine
import HostProtocol
import JSON
import JSONRPC

/// Handling of the host's messages.
extension Frontend {
  /// Handles a line of the host.
  mutating func receive(_ line: String) {
    do {
      try MemberIndex.reading(line.utf8) { text in
        Result { try receive(Message(text), line) }
      }.get()
    } catch {
      screen.write("The host has made a mistake: \(error)", .important)
      phase = .failed
    }
  }

  private mutating func receive(_ message: Message, _ line: String) throws {
    switch message {
    case .response(let id, let result): try answer(id, result)
    case .notification(let method, let params): try notice(method.string, params?.json ?? [:])
    case .request(let id, let method, let params)
    where method.string == ServiceCallRequest.method:
      serve(id, params?.json ?? [:])
    case .request, .invalid, .invalidResponse:
      throw KnownInstance.Fault("this is no message: \(line)")
    }
  }

  private mutating func answer(_ id: RequestID, _ result: Result<JSONValue, RPCError>) throws {
    switch (questions.removeValue(forKey: id), result) {
    case (.initialize?, .success): break
    case (.turn?, _):
      isBehind = false
      openTurns -= 1
    case (.ping?, _): phase = .quit
    case (.create?, .success(let instance)):
      try mirror.add(instance)
      show(instance)
    case (.snapshot?, .success(let instance)): show(instance)
    case (.initialize?, .failure(let error)), (.create?, .failure(let error)):
      fault = error.message
      phase = .failed
    case (.snapshot?, .failure(let error)): complain(error.message)
    case (.rewind(let step)?, .failure(let error)):
      // The steps after the first failed one fail alike.
      guard step == rewound + 1 else { break }
      complain(
        step == 1
          ? error.message : "\(error.message) after \(rewound) step\(rewound == 1 ? "" : "s")")
    case (.rewind?, .success(let result)):
      rewound += 1
      for instance in RewindRequest.opened(in: result) {
        try mirror.addAgain(instance)
        show(instance)
        hasShownChange = true
      }
      if !hasShownChange { screen.write("no output has changed") }
      hasShownChange = false
    case (.pending?, .success(let result)):
      pending = DrainWait.Pending(
        isWorking: result["inputs"] != 0 || result["services"] != 0 || result["tasks"] != nil,
        timer: result["timer"]?.integerValue.map { Int(clamping: $0) })
    case (.pending?, .failure): pending = DrainWait.Pending(isWorking: false, timer: nil)
    case (.call(let line)?, .success(let result)):
      let value = result["value"] ?? .null
      screen.write("\(line): \(value.isNull ? "done" : value.description)")
    case (.call(let line)?, .failure(let error)): complain(Self.words(for: error.json, of: line))
    case (.trial(let line)?, .success(let result)): try show(result, ofTrying: line)
    case (.trial(let line)?, .failure(let error)):
      complain("try \(line): \(error.message) (\(error.code.rawValue))")
    case (nil, _): throw KnownInstance.Fault("it answers \(id.json), which was not sent")
    }
  }

  /// - Parameter line: the typed input of a trial; `nil` for a real notification.
  private mutating func notice(
    _ method: String, _ params: JSONValue, ofTrying line: String? = nil
  ) throws {
    let id = params.text("id")
    let message = params["error"]?["message"]?.stringValue ?? params.description
    switch method {
    case UpdateNotification.method: for update in params.list("updates") { try apply(update) }
    case ClosedNotification.method:
      mirror.remove(id)
      hasShownChange = true
      screen.write("\(id) is closed: \(params.text("reason"))", .important)
    case RejectedNotification.method where line != nil && params["id"] != nil:
      screen.write(Self.words(for: params["error"], of: line ?? ""), .important)
    case FailedNotification.method, RejectedNotification.method:
      screen.write("\(id): \(message)", .important)
    case ServiceRejectedNotification.method:
      let service = params["service"]?.stringValue ?? "no service"
      screen.write("\(service): the answer does not fit: \(message)", .important)
    case CancelNotification.method:
      let call = params["id"].flatMap(RequestID.init)
      guard let cancelled = call.flatMap({ serviceCalls.cancel($0) }) else { break }
      messages.append(cancelled.response)
      screen.write("\(cancelled.call) is cancelled")
    case ResumedNotification.method:
      for instance in params.list("opened") {
        try mirror.add(instance)
        show(instance)
      }
    case RestartedNotification.method:
      hasRestarted = true
      screen.write("Another process continues: \(params.text("reason"))", .important)
    default: screen.write("\(method) \(params)")
    }
  }

  private mutating func apply(_ update: JSONValue) throws {
    let (entry, changed) = try mirror.apply(update)
    if !changed.isEmpty {
      hasShownChange = true
      let changes = StateChange.all(update["patch"]).filter { changed.contains($0.output) }
      screen.write(state: entry.state, changes: changes, title: title(of: entry.id))
    }
    for event in update.list("events") {
      screen.write("! \(event.text("event")) \(event["value"] ?? .null)", .important)
    }
  }

  /// The error of an input, in words.
  private static func words(for error: JSONValue?, of line: String) -> String {
    let (message, code) = (error?.text("message") ?? "", error?["code"] ?? .null)
    // This message already names the input.
    let isUnknown = code == .integer(Int64(RPCError.Code.unknownInput.rawValue))
    return isUnknown ? message : "\(line): \(message) (\(code))"
  }

  /// A service call, in words.
  private static func call(_ params: JSONValue) -> String {
    "\(params.text("service")) \(params["arguments"] ?? [:])"
  }

  private mutating func serve(_ id: RequestID, _ params: JSONValue) {
    let call = Self.call(params)
    screen.write("? \(call)", .important)
    if let response = serviceCalls.add(id, call) { messages.append(response) }
  }

  /// Shows the effects of a tried input.
  private mutating func show(_ result: JSONValue, ofTrying line: String) throws {
    screen.write("try \(line):")
    if let crash = result["crashed"] {
      return screen.write("the host would crash: \(crash.text("reason"))", .important)
    }
    let messages = result.list("messages")
    if messages.isEmpty { screen.write("no message would be sent") }
    // Apply the messages to a copy of this frontend.
    var other = self
    for message in messages {
      let params = message["params"] ?? [:]
      if message["id"] == nil {
        try other.notice(message.text("method"), params, ofTrying: line)
      } else {
        // A call of a trial gets no answer.
        other.screen.write("it would ask \(Self.call(params))", .important)
      }
    }
    screen = other.screen
  }

  /// Shows an instance: `{id, state}`.
  private mutating func show(_ instance: JSONValue) {
    screen.write(state: instance["state"] ?? [:], title: title(of: instance.text("id")))
  }

  /// The title of a state; `nil` for an only instance.
  private func title(of id: String) -> String? { creations.count > 1 ? id : nil }
}
