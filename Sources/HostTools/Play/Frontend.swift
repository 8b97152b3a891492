import ViewModelHost
import HostEngine
import HostProtocol
import JSON
import JSONRPC

/// A frontend for people who type: what is typed and what the host says goes in, and lines to the host and text to
/// show come out. It does no I/O itself.
struct Frontend {
  /// A ViewModel to create, before anything else.
  struct Creation {
    let id: String
    let name: String
    var parameters: JSONValue?
    /// Ids by role.
    var uses: JSONObject = [:]
    /// As `viewModel/describe` lists them.
    let inputs: [JSONValue]
    /// What it needs, and Swift does not give.
    var services: [String] = []
  }

  /// What the host was asked.
  enum Question {
    case initialize
    case create
    case snapshot
    /// An input, as it was typed.
    case call(String)
    /// What an input would do.
    case trial(String)
    /// What is still at work.
    case pending
    /// To take an input back, or to have it again: the step with a number, from 1, of those that were asked for together.
    case rewind(step: Int)
    /// Whether it has dealt with what came before.
    case turn
    /// The last one of all.
    case ping
  }

  /// How it stands.
  enum Phase: Equatable {
    case running
    /// Nothing more may be typed; what was typed before is on its way.
    case quitting
    /// The host has dealt with everything that was typed. Asynchronous inputs may still run.
    case quit
    /// The host cannot be used any further.
    case failed
  }

  var phase = Phase.running
  /// Why there is nothing to play, if so.
  var fault: String?
  /// Whether something that was typed could not be done.
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
  ///   - creations: what to create, in order; the inputs that are typed are those of the last.
  ///   - isColored: whether the text may hold ANSI escape sequences.
  ///   - isSupervised: whether the host can go back.
  ///   - resumes: whether they are all there already, and `host/resumed` says so.
  init(
    _ creations: [Creation], isColored: Bool, isSupervised: Bool = false, resumes: Bool = false
  ) {
    self.creations = creations
    vocabulary = Vocabulary(creations, isSupervised: isSupervised)
    canGoBack = isSupervised
    screen = Screen(isColored: isColored)
    // What the host has to say to people stands on its standard error, too, which is passed on.
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

  /// Whether the host has still to answer something.
  var isWaiting: Bool { !questions.isEmpty }

  /// Whether everything has been created, so that inputs may be typed.
  var isReady: Bool { mirror.createdCount == creations.count }

  /// The lines to the host that have come together; they are handed over once.
  mutating func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  /// Whether another process goes on with the session since this was asked last.
  mutating func takeRestart() -> Bool {
    defer { hasRestarted = false }
    return hasRestarted
  }

  /// The text to show that has come together; it is handed over once.
  mutating func takeText() -> String { screen.takeText() }

  /// Takes in a line that was typed.
  mutating func type(_ line: String) {
    switch TypedLine(line, instances: creations.map(\.id)) {
    case .nothing: break
    case .unclosed(let mark):
      complain("\(mark) is not closed; a text that begins with it stands in quotes, as JSON")
    case .help: help()
    case .state where mirror.entries.isEmpty: screen.write("  (every instance is closed)")
    case .state:
      // The host is asked, so that the answer stands behind what was typed before.
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

  /// - Parameter isTrial: whether it is only asked what that would do.
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

  /// Goes back or forth by some steps.
  private mutating func rewind(_ command: String, _ method: String, _ words: [String]) {
    guard canGoBack else {
      let name = creations.last?.name ?? "NAME"
      return complain("\(command) needs a supervised host: play \(name) --supervised")
    }
    guard words.count <= 1, let count = Int(words.first ?? "1"), 1...Self.stepLimit ~= count else {
      let found = words.joined(separator: " ")
      return complain(
        "\(command) takes how many steps, from 1 to \(Self.stepLimit); found \(found)")
    }
    (rewound, hasShownChange) = (0, false)
    for step in 1...count { ask(.rewind(step: step), method, nil) }
  }

  /// So many steps can be asked for together.
  private static let stepLimit = 1_000

  /// Says that something cannot be done.
  mutating func complain(_ text: String) {
    hasFailed = true
    screen.write(text, .important)
  }

  private mutating func reply(_ answer: Result<JSONValue, RPCError>) {
    if let response = serviceCalls.answer(answer) {
      messages.append(response)
    } else {
      screen.write("Nothing is asked now; this will answer the next question of a service.")
    }
  }

  /// Takes in that no line will follow: what a service is asked from now on is refused.
  mutating func endTyping() {
    messages += serviceCalls.end()
  }

  /// How many of the steps that were asked for together have been done.
  var rewound = 0
  /// Whether a change was shown since then, or since the last of them.
  var hasShownChange = false

  /// Whether the host has been asked by ``awaitTurn()``, has not answered, and is waited for.
  var isBehind = false
  /// How often the host has been asked so, and has not answered.
  var openTurns = 0

  /// Whether the host finds out what an input would do.
  var isTrying: Bool {
    questions.values.contains { if case .trial = $0 { true } else { false } }
  }

  /// Asks whether the host has dealt with what it was sent; it answers in order.
  mutating func awaitTurn() {
    guard phase == .running, !messages.isEmpty, !isBehind else { return }
    isBehind = true
    openTurns += 1
    ask(.turn, PingRequest.method, nil)
  }

  /// Goes on although the host has not answered.
  mutating func stopAwaitingTurn() { isBehind = false }

  /// The input that does not return, as it was typed: of those behind which the host was asked whether it has dealt with
  /// them, the first that it has not. Those before it only wait for something.
  var stuck: String? {
    for id in (0...lastID) {
      guard case .turn? = questions[.integer(id)] else { continue }
      if case .call(let line)? = questions[.integer(id - 1)] { return line }
      return nil
    }
    return nil
  }

  /// The inputs that the host has not answered, as they were typed, in that order.
  var unanswered: [String] {
    (0...lastID).compactMap { id in
      if case .call(let line)? = questions[.integer(id)] { line } else { nil }
    }
  }

  /// What is at work after everything has been answered, as the host has told it last; `nil` before it has.
  var pending: Lingering.Pending?

  /// Asks the host what is still at work.
  mutating func askForPending() {
    pending = nil
    ask(.pending, PendingRequest.method, nil)
  }

  /// Takes in that nothing more will be typed. The host answers in order, so when it has answered a `ping`, it has
  /// dealt with everything before.
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
        = JSON  answers a service that the ViewModel asks; ! TEXT says what is wrong
        quit    ends; so do exit, Ctrl-D, and Ctrl-C at an empty line
      """)
    if canGoBack {
      screen.write("  undo    takes the last input back, undo 3 three; redo has them again")
    }
  }
}
