import Contracts
import ViewModelHost
import HostEngine
import JSON
import OperatingSystem
import ViewModelKit

/// Lets a user try a ViewModel by typing. It is an ordinary frontend: it starts this program again
/// as the host.
struct PlayCommand: Command {
  static let name = Tool.play.rawValue
  static let operand = Operand.viewModel
  static let summary = "Lets you try a ViewModel by typing its inputs."
  static let introduction = """
    A line is an input with its arguments: JSON or words, in order or as name=value. A word such as
    foo=bar is plain text, unless foo is, or looks like, the name of an argument.
    help lists the inputs, state shows the state, quit or Ctrl-D ends: what was typed before is
    done, but asynchronous inputs that still run are cancelled. When the ViewModel needs a service,
    you are asked: = JSON is the answer, ! TEXT the error. At a terminal lines are edited as in a
    shell, with a history, and Tab completes names.

    """
  static let options = [
    Option(
      "--parameters", value: "JSON",
      help: """
        what to create it with: an object, such as '{"titles":["A","B"]}', or an array in order: '[["A","B"]]'
        """),
    Option(
      "--uses", value: "ROLE=NAME",
      help: """
        creates a NAME first, which the ViewModel uses; the first of the catalog that fits when not \
        given. Its inputs are ROLE.input; may be given several times
        """),
    Option(
      "--supervised",
      help: """
        undo takes back the last input, redo repeats it (undo 3: three of them), and a crash loses \
        only the input that caused it
        """),
    Option(
      "--watch",
      help:
        "supervised: as soon as a build has made a new executable, it continues the session"
    ),
    Option(
      "--journal", value: "FOLDER",
      help: """
        supervised, and without a NAME: shows the session whose journal is in FOLDER (see --journal of serve), and plays a \
        copy of it; inputs go to the instance that was created last, and ID.input to the others
        """),
    Option(
      "--until", value: "TURN",
      help: "with --journal: the session as of the end of this turn"),
    ServeCommand.hangOption,
    ServeCommand.memoryLimitOption,
    Option(
      "--wait", value: "SECONDS",
      help: """
        when the lines come from a pipe: how long to wait for timers after the last line; running inputs \
        are always waited for; 10 when not given
        """),
  ]
  static let notes = """
    Several asynchronous inputs may run at once. When the lines come from a pipe, it ends when all
    inputs have finished, no timer of the ViewModel is set, and it has been quiet for a moment.
    Exits with 1 when the ViewModel cannot be created, the host crashes, or, when the lines come
    from a pipe, one has failed.

    """

  /// The ViewModel to play; `nil` for a session from a journal.
  private let name: String?
  private let journal: String?
  private let parameters: JSONValue?
  private let fillers: [String: String]
  private let waiting: Int
  /// The time limit of an input, in seconds; `nil` for none.
  private let patience: Int?
  private let isSupervised: Bool
  /// The options for the host.
  private let hostOptions: [String]

  init(_ arguments: inout Arguments) throws {
    parameters = try arguments.value("--parameters").map { text in
      do { return try JSONValue(parsing: text) } catch {
        throw UsageError(
          """
          --parameters: expected JSON: an object, such as {"NAME":VALUE}, or an array in order; a list in it is \
          ["A","B"], and a text stands in quotes. Found \(text): \(error)
          """)
      }
    }
    var fillers: [String: String] = [:]
    for value in try arguments.values("--uses") {
      let parts = value.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { throw UsageError("--uses: expected ROLE=NAME, found \(value)") }
      fillers[String(parts[0])] = String(parts[1])
    }
    self.fillers = fillers
    var hostOptions = ["--supervised", "--watch"].filter { arguments.flag($0) }
    journal = try arguments.value("--journal")
    let turn = try arguments.number("--until")
    if let journal { hostOptions += ["--resume", journal, "--until", "\(turn ?? .max)"] }
    if turn != nil && journal == nil { throw UsageError("--until needs --journal") }
    isSupervised = !hostOptions.isEmpty
    patience = try arguments.seconds("--hang")
    if patience != nil && !isSupervised { throw UsageError("--hang needs --supervised") }
    let memoryLimit = try arguments.number("--memory-limit")
    for (name, value) in [("--hang", patience), ("--memory-limit", memoryLimit)] {
      if let value { hostOptions += [name, String(value)] }
    }
    self.hostOptions = hostOptions
    waiting = try arguments.seconds("--wait") ?? 10
    if journal != nil {
      guard parameters == nil && fillers.isEmpty else {
        throw UsageError("With --journal nothing is created: it takes no --parameters and --uses")
      }
      if let word = try arguments.rest().first {
        throw UsageError("With --journal nothing is created: it takes no NAME, found \(word)")
      }
      name = nil
    } else {
      name = try arguments.only("NAME", of: arguments.viewModels)
    }
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    var creations = try name.map { try plan($0, about.catalog) } ?? []
    // Without an output there is no one to play for.
    guard Descriptor.standardOutput.isOpen else { return .success }
    if let journal {
      let path = "\(journal)/state"
      guard let file = Descriptor.openToRead(Array(path.utf8)) else {
        throw CommandFailure(.noInput, "--journal \(SystemError(path))")
      }
      file.close()
    }
    let (input, output) = try Process.takeStandardStreams()
    let host = try PlayedHost(hostOptions)
    let resumed = name == nil ? try host.resumed() : nil
    if name == nil {
      guard let resumed else { return .failure }
      creations = try resumed.opened.map { instance in
        let definition = try about.catalog.definition(for: instance.text("name"))
        return creation(definition, id: instance.text("id"), about.catalog)
      }
      guard !creations.isEmpty else {
        throw CommandFailure(.failure, "The session has no instances at this turn")
      }
    }
    var frontend = Frontend(
      creations, isColored: output.isTerminal, isSupervised: isSupervised, resumes: resumed != nil)
    if let resumed { frontend.receive(resumed.line) }
    let vocabulary = Vocabulary(creations, isSupervised: isSupervised)
    let edited = EditedLines(
      input, output, History(about.name), complete: vocabulary.completion(of:))
    let player = TerminalPlayer(
      frontend, typed: edited ?? PlainLines(input, output), output: output, host: host,
      remedy: remedy, waiting: waiting)
    return try player.run()
  }

  /// How to end an input that does not return, in words.
  private var remedy: String {
    if let patience { return "the host abandons it after \(patience) s" }
    return "Control-C ends the host"
      + (isSupervised ? "; with --hang SECONDS it would abandon the input, and continue" : "")
  }

  /// The instances to create: one for each role, then the ViewModel.
  private func plan(_ name: String, _ catalog: Catalog) throws -> [Frontend.Creation] {
    let definition = try catalog.definition(for: name)
    var creations: [Frontend.Creation] = []
    var uses: JSONObject = [:]
    for role in definition.initSignature.roles {
      guard let filler = fillers[role.name] ?? catalog.names(filling: role).first else {
        throw UsageError("No ViewModel of this host can be the \(role.name) that \(name) uses")
      }
      creations.append(try creation(catalog.definition(for: filler), id: role.name, catalog))
      uses[role.name] = .string(role.name)
    }
    for role in fillers.keys.sorted() where uses[role] == nil {
      let roles = definition.initSignature.roles.map(\.name)
      throw UsageError(
        "--uses: \(name) has no role \(role)\(SimilarNames.hint(for: role, among: roles))")
    }
    let isTaken = creations.contains { $0.id == name }
    var main = creation(definition, id: isTaken ? "main" : name, catalog)
    main.parameters = parameters
    main.uses = uses
    return creations + [main]
  }

  private func creation(
    _ definition: ViewModelDefinition, id: String, _ catalog: Catalog
  ) -> Frontend.Creation {
    let description = definition.json(in: catalog)
    let services = description.list("services").filter { $0["required"] == true }
    return Frontend.Creation(
      id: id, name: definition.description.name, inputs: description.list("inputs"),
      services: services.map { $0.text("name") }.filter { !catalog.answers($0) })
  }
}
