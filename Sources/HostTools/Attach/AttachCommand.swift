import HostEngine
import OperatingSystem
import ViewModelHost

/// Lets a script drive ViewModels: reads one command a line, and answers each with one line.
struct AttachCommand: Command {
  static let name = Tool.attach.rawValue
  static let summary = "Lets a script drive ViewModels: lines of words in, one line out for each."
  static let introduction = """
    Starts a host, which is this program or the COMMAND behind --, and takes lines from standard
    input. A line is a command with its words, which blanks separate, or the character U+001F
    if there is one in the line; U+001E in a word is a line feed. Each line that is not empty gets
    one: a status, and behind a blank what was asked for as JSON, or in words why there is nothing.
    clients/shell makes a function of it.

      create NAME [--id ID] [--parameters JSON] [--uses JSON] [--observe JSON]
      input ID INPUT [ARGUMENT]…       does not wait; a failure is news
      call ID INPUT [ARGUMENT]…        waits, and gives what the input returns
      begin ID INPUT [ARGUMENT]…       gives a number for end N, done N and cancel N
      get ID [OUTPUT [MEMBER]…]        a text without its quotes: \\n in it is a line feed
      json ID [OUTPUT [MEMBER]…]       the same as JSON
      wait ID OUTPUT [MEMBER]…=JSON    waits for that value
      observe ID JSON, window ID OUTPUT OFFSET LIMIT, snapshot ID, dispose ID
      turn, send                       what input and begin say in between is one turn; nothing waits
      request METHOD [JSON]            any other request of the protocol
      notify METHOD [JSON]             any other notification
      timeout SECONDS                  how long each of the next lines may take
      news [SECONDS]                   with --news: what has come since, as an array
      instances, revision ID, pid, error, restart, close

    An ARGUMENT is JSON or a word, in order or as NAME=VALUE; one that is an object or an array
    has all of them. The status is 0, or 2 for a wrong command, 3 where the host refuses, 5 where the instance is gone, 6 where the host has ended, 7 where it speaks
    another version, 8 where it has broken the protocol, 9 after close, 124 when the time is over,
    127 when there is no such program.

    """
  static let options = [
    Option(
      "--service", value: "NAME=COMMAND",
      help: """
        answers a service by a command of the shell: it reads the arguments as JSON, and prints the result as JSON; \
        with a status other than 0, what it prints is the error; may be given several times
        """),
    Option("--news", help: "keeps what the host tells by itself for the command news"),
    Option("--supervised", help: "another process goes on when the host's ends"),
    Option("--record", value: "PATH", help: "as --record of serve"),
    Option(
      "--log", value: "LEVEL", help: "the least level of the host's log; warning when not given"),
    Option(
      "--timeout", value: "SECONDS",
      help:
        "how long a command waits; 30 when not given. The call that it waits for is cancelled then"),
  ]
  static let notes = """
    At the end of its input it ends the host, and exits with 0.

    """

  private var options = AttachedHost.Options()
  private let timeout: Int

  init(_ arguments: inout Arguments) throws {
    for value in try arguments.values("--service") {
      let parts = value.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw UsageError("--service: expected NAME=COMMAND, found \(value)")
      }
      options.services[String(parts[0])] = String(parts[1])
    }
    options.keepsNews = arguments.flag("--news")
    options.isSupervised = arguments.flag("--supervised")
    options.record = try arguments.value("--record")
    options.logLevel = try arguments.value("--log") ?? options.logLevel
    timeout = try arguments.seconds("--timeout") ?? 30
    options.command = try arguments.rest()
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let (input, output) = try Process.takeStandardStreams()
    let script = AttachedScript(AttachedHost(options), timeout: timeout)
    return try script.serve(LineReader(input), LineSender(output))
  }
}
