import HostEngine
import HostProtocol
import OperatingSystem
import ViewModelHost

/// Lets a script drive ViewModels: reads one command a line, and answers each with one line.
struct AttachCommand: Command {
  static let name = Tool.attach.rawValue
  static let summary = "Lets a script drive ViewModels: lines of words in, one line out for each."
  static let introduction = """
    Starts a host, which is this program or the COMMAND after --, and reads commands from standard
    input, one a line. Blanks separate the words of a line, or U+001F if the line has one; U+001E in
    a word is a line feed. Each line that is not empty gets one line: a status, a blank, and the
    result as JSON, or why the command failed, in words. clients/shell makes a function of it.

      create NAME [--id ID] [--parameters JSON] [--uses JSON] [--observe JSON]
      input ID INPUT [ARGUMENT]…       does not wait; a failure is news
      call ID INPUT [ARGUMENT]…        waits, and prints what the input returns
      begin ID INPUT [ARGUMENT]…       prints a number for end N, done N and cancel N
      get ID [OUTPUT [MEMBER]…]        a text without its quotes: \\n in it is a line feed
      json ID [OUTPUT [MEMBER]…]       the value as JSON
      wait ID OUTPUT [MEMBER]…=JSON    waits for that value
      observe ID JSON, window ID OUTPUT OFFSET LIMIT, snapshot ID, dispose ID
      turn, send                       send sends the inputs and calls since turn as one turn
      request METHOD [JSON]            any other request of the protocol
      notify METHOD [JSON]             any other notification
      timeout SECONDS                  the time limit of each of the next lines
      news [SECONDS]                   with --news: the news since the last call, as an array
      instances, revision ID, pid, error, restart, close

    An ARGUMENT is JSON or a word, in order or as NAME=VALUE; one object or array has all of them.
    The status is 0; 2 for a wrong command; 3 if the host refuses; 5 if the instance is closed; 6 if
    the host has ended, 7 if it speaks another version, 8 if it has broken the protocol; 9 after
    close; 124 when the time is over; 127 if there is no such program.

    """
  static let options = [
    Option(
      "--service", value: "NAME=COMMAND",
      help: """
        answers a service with a shell command, which reads the arguments as JSON and prints the result as JSON; \
        with a status other than 0, its output is the error; may be given several times
        """),
    Option("--news", help: "keeps the news of the host for the command news"),
    Option("--supervised", help: "when the host crashes, another process continues"),
    Option("--record", value: "PATH", help: "as --record of serve"),
    Option(
      "--log", value: "LEVEL",
      help: "the lowest level of the host's log: debug, info, warning, error, off; default warning"),
    Option(
      "--timeout", value: "SECONDS",
      help:
        "the time limit of a command, whose call is then cancelled; 30 when not given"),
  ]
  static let notes = """
    At the end of input it ends the host, and exits with 0.

    """

  private var options = AttachedHost.Options()
  private let timeout: Int

  init(_ arguments: inout Arguments) throws {
    for value in try arguments.values("--service") {
      let parts = value.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw UsageError("--service: expected NAME=COMMAND, found \(value)")
      }
      guard options.services.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
        throw UsageError("--service: \(parts[0]) is given twice")
      }
    }
    options.keepsNews = arguments.flag("--news")
    options.isSupervised = arguments.flag("--supervised")
    options.record = try arguments.value("--record")
    options.logLevel = try arguments.choice("--log") ?? options.logLevel
    timeout = try arguments.seconds("--timeout") ?? 30
    options.command = try arguments.rest()
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let (input, output) = try Process.takeStandardStreams()
    let script = AttachedScript(AttachedHost(options), timeout: timeout)
    return try script.serve(LineReader(input), LineSender(output))
  }
}
