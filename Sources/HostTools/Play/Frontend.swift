import ViewModelHost
import HostEngine
import HostProtocol
import JSON
import JSONRPC

/// A frontend for a person who types: it receives typed lines and the host's lines, and produces
/// lines to the host and text to show. It does no I/O.
struct Frontend {
  /// An instance to create at the start.
  struct Creation {
    let id: String
    let name: String
    var parameters: JSONValue?
    /// Ids by role.
    var uses: JSONObject = [:]
    /// The inputs, as `viewModel/describe` lists them.
    let inputs: [JSONValue]
    /// The required services that Swift code does not answer.
    var services: [String] = []
  }

  /// The purpose of a request to the host.
  enum Question {
    case initialize
    case create
    case snapshot
    /// An input, as it was typed.
    case call(String)
    /// A dry run of an input.
    case trial(String)
    /// The pending work.
    case pending
    /// An undo or redo: the number of the step, from 1, among those requested together.
    case rewind(step: Int)
    /// A `ping` whose response marks that the earlier messages were handled.
    case turn
    /// The last request before the end.
    case ping
  }

  /// The phase of the session.
  enum Phase: Equatable {
    case running
    /// No more lines are accepted; those typed before are being handled.
    case quitting
    /// The host has handled every typed line. Asynchronous inputs may still run.
    case quit
    /// The host cannot be used any more.
    case failed
  }

  var phase = Phase.running
  /// Why the session could not start.
  var fault: String?
  /// Whether a typed line has failed.
  var hasFailed = false
  let creations: [Creation]
  private let vocabulary: Vocabulary
  private let canGoBack: Bool
  var hasRestarted = false
  var mirror = Mirror()
  var questions: [RequestID: Question] = [:]
  var serviceCalls = OpenServiceCalls()
  private var lastID: Int64 = 0
  var messages: [String] = []
  var screen: Screen

  /// - Parameters:
  ///   - creations: the instances to create, in order. Inputs without an id go to the last.
  ///   - isColored: whether the text may hold ANSI escape sequences.
  ///   - isSupervised: whether the host supports undo.
  ///   - resumes: whether the instances already exist, as `host/resumed` reports.
  init(
    _ creations: [Creation], isColored: Bool, isSupervised: Bool = false, resumes: Bool = false
  ) {
    self.creations = creations
    vocabulary = Vocabulary(creations, isSupervised: isSupervised)
    canGoBack = isSupervised
    screen = Screen(isColored: isColored)
    // The host also logs to its standard error, which is passed on; so no `log` capability is
    // needed.
    var capabilities: JSONObject = [:]
    let services = creations.flatMap(\.services)
    if isSupervised { capabilities["restarts"] = true }
    if !services.isEmpty { capabilities["services"] = .array(services.map { .string($0) }) }
    let versions = HostInformation.protocolVersions.map { JSONValue.string($0) }
    ask(
      .initialize, InitializeRequest.method,
      [
        "protocolVersions": .array(versions), "client": ["name": "play"],
        "capabilities": .object(capabilities),
      ])
    for creation in resumes ? [] : creations {
      var params: JSONObject = ["name": .string(creation.name), "id": .string(creation.id)]
      params["parameters"] = creation.parameters
      if !creation.uses.isEmpty { params["uses"] = .object(creation.uses) }
      ask(.create, CreateRequest.method, .object(params))
    }
  }

  /// Whether requests are pending.
  var isWaiting: Bool { !questions.isEmpty }

  /// Whether all instances have been created, so that inputs may be typed.
  var isReady: Bool { mirror.createdCount == creations.count }

  /// Removes and returns the lines to the host.
  mutating func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  /// Whether another process has continued the session since the last call.
  mutating func takeRestart() -> Bool {
    defer { hasRestarted = false }
    return hasRestarted
  }

  /// Removes and returns the text to show.
  mutating func takeText() -> String { screen.takeText() }

  /// Handles a typed line.
  mutating func type(_ line: String) {
    switch TypedLine(line, instances: creations.map(\.id)) {
    case .nothing: break
    case .unclosed(let mark):
      complain("\(mark) is not closed; a text that begins with it stands in quotes, as JSON")
    case .help: help()
    case .state where mirror.entries.isEmpty: screen.write("  (every instance is closed)")
    case .state:
      // A request keeps the order: the state appears after the effects of earlier lines.
      for entry in mirror.entries {
        ask(.snapshot, SnapshotRequest.method, ["id": .string(entry.id)])
      }
    case .quit: quit()
    case .answer(let text):
      do {
        reply(.success(try JSONValue(parsing: text)))
      } catch {
        complain("\(error)")
      }
    case .refuse(let text): reply(.failure(RPCError(OpenServiceCalls.refused, text)))
    case .input(let id, let name, let words): call(name, of: id, words)
    case .trial(_, "", _): complain("Try which input?")
    case .trial(let id, let name, let words): call(name, of: id, words, isTrial: true)
    }
  }

  /// - Parameter isTrial: whether the input is only tried.
  private mutating func call(
    _ typed: String, of id: String?, _ words: [String], isTrial: Bool = false
  ) {
    switch vocabulary.match(instance: id, name: typed) {
    case nil: break
    case .command(let name) where isTrial: complain("\(name) is no input")
    case .command("undo"): rewind("undo", UndoRequest.method, words)
    case .command("redo"): rewind("redo", RedoRequest.method, words)
    case .command(let name): type(name)
    case .ambiguous(let names): complain("\(typed) can be \(names.joined(separator: ", "))")
    case .unknown(let text): complain(text)
    case .input(let instance, let name, let arguments):
      var params: JSONObject = ["id": .string(instance), "input": .string(name)]
      do {
        params["arguments"] = try arguments.flatMap { arguments throws(ArgumentFault) in
          try TypedLine.arguments(words, of: name, for: arguments)
        }
      } catch {
        return complain(error.description)
      }
      let line = ([vocabulary.prefix(of: instance) + name] + words).joined(separator: " ")
      ask(
        isTrial ? .trial(line) : .call(line), isTrial ? TryRequest.method : CallRequest.method,
        .object(params))
    }
  }

  /// Undoes or redoes steps.
  private mutating func rewind(_ command: String, _ method: String, _ words: [String]) {
    guard canGoBack else {
      let name = creations.last?.name ?? "NAME"
      return complain("\(command) needs a supervised host: play \(name) --supervised")
    }
    guard words.count <= 1, let count = Int(words.first ?? "1"), 1...Self.stepLimit ~= count else {
      let found = words.joined(separator: " ")
      return complain(
        "\(command) needs a number of steps from 1 to \(Self.stepLimit); found \(found)")
    }
    (rewound, hasShownChange) = (0, false)
    for step in 1...count { ask(.rewind(step: step), method, nil) }
  }

  /// The most steps in one command.
  private static let stepLimit = 1_000

  /// Shows that a typed line has failed.
  mutating func complain(_ text: String) {
    hasFailed = true
    screen.write(text, .important)
  }

  private mutating func reply(_ answer: Result<JSONValue, RPCError>) {
    if let response = serviceCalls.answer(answer) {
      messages.append(response)
    } else {
      screen.write("No service is called now; this will answer the next call.")
    }
  }

  /// Marks the end of the typed lines: service calls from now on are refused.
  mutating func endTyping() {
    messages += serviceCalls.end()
  }

  /// The finished steps of the last undo or redo.
  var rewound = 0
  /// Whether a change was shown since the last step.
  var hasShownChange = false

  /// Whether the response to ``awaitTurn()`` is pending and awaited.
  var isBehind = false
  /// The pending requests of ``awaitTurn()``.
  var openTurns = 0

  /// Whether a trial is running.
  var isTrying: Bool {
    questions.values.contains { if case .trial = $0 { true } else { false } }
  }

  /// Sends a `ping` after new messages: the host answers in order, so its response shows that they
  /// were handled.
  mutating func awaitTurn() {
    guard phase == .running, !messages.isEmpty, !isBehind else { return }
    isBehind = true
    openTurns += 1
    ask(.turn, PingRequest.method, nil)
  }

  /// Continues although the host has not answered.
  mutating func stopAwaitingTurn() { isBehind = false }

  /// The input that does not return, as it was typed: the one before the first unanswered `ping` of
  /// ``awaitTurn()``. Inputs before that are only suspended.
  var stuck: String? {
    for id in (0...lastID) {
      guard case .turn? = questions[.integer(id)] else { continue }
      if case .call(let line)? = questions[.integer(id - 1)] { return line }
      return nil
    }
    return nil
  }

  /// The unanswered inputs, as they were typed, in order.
  var unanswered: [String] {
    (0...lastID).compactMap { id in
      if case .call(let line)? = questions[.integer(id)] { line } else { nil }
    }
  }

  /// The pending work, as the host reported it last; `nil` while that request is pending.
  var pending: DrainWait.Pending?

  /// Requests the pending work of the host.
  mutating func askForPending() {
    pending = nil
    ask(.pending, PendingRequest.method, nil)
  }

  /// Ends the session. The host answers in order, so its response to a `ping` shows that it has
  /// handled everything before.
  mutating func quit() {
    phase = .quitting
    endTyping()
    ask(.ping, PingRequest.method, nil)
  }

  private mutating func ask(_ question: Question, _ method: String, _ params: JSONValue?) {
    lastID += 1
    questions[.integer(lastID)] = question
    var message: JSONObject = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method),
    ]
    message["params"] = params
    messages.append(JSONValue.object(message).description)
  }

  private mutating func help() {
    for creation in creations {
      for input in creation.inputs {
        screen.write("  \(vocabulary.prefix(of: creation.id))\(words(forInput: input))")
        for line in DescriptionLines.summary(of: input, indentation: 6) { screen.write(line) }
      }
    }
    screen.write(
      """
        An argument is JSON or a word, in order or as name=value. The beginning of an input is enough.
        A word such as foo=bar is plain text, unless foo is, or looks like, the name of an argument.
        help    shows this; so does ?
        state   shows the whole state
        try     before an input: shows what that would do, and does not do it
        = JSON  answers a service call of the ViewModel; ! TEXT refuses it
        quit    ends; so do exit, Ctrl-D, and Ctrl-C at an empty line
      """)
    if canGoBack {
      screen.write("  undo    takes back the last input, undo 3 three; redo repeats them")
    }
  }
}
