import ViewModelHost
import HostEngine
import OperatingSystem

/// Draws transcripts, and updates the drawings in pages.
struct DrawCommand: Command {
  static let name = Tool.draw.rawValue
  static let operand = Operand.files
  static let summary = "Draws transcripts: what happens when, in each input, service and output."
  static let introduction = """
    A FILE is a transcript, whose drawing is printed, at a terminal in parts that fit into it, or a
    page: a file *.md, in which the drawings are brought up to date. What it holds between these
    marks and the end of the code block is replaced by a command and what it prints:

      <!-- draw NAME -->            the drawing of a transcript of that name
      <!-- compare NAME… -->        what compare says, without what it measures; --only START and
                                    --draw may stand behind the names

    and for each picture ](NAME.svg) that has the name of a transcript the file is written, as for
    each ](compare-FAMILY-NAME.svg) what compare FAMILY --only NAME --svg prints.

    """
  static let options = [
    Option("--svg", help: "prints a picture instead of letters"),
    Option(
      "--transcripts", value: "FOLDER",
      help: """
        where the transcripts of pages are; \(CompareCommand.defaultTranscripts) when not given
        """),
  ]
  static let notes = """
    In a drawing ● is an input or an event without a value, ?1 the first call of a service, ✓1 its
    answer, !1 an error, ×1 that nobody waits for it any more, and ⏎ the end of a call; a × in the
    row of an input is the frontend's: it has cancelled the call. A column is for a line to the host
    and all that it sets off, and a time stands above all columns that are of it.

    Exits with 65 when a file is not a transcript, with 66 when one cannot be read, with 73 when one
    cannot be written.

    """

  private let paths: [String]
  private let isSVG: Bool
  private let transcripts: String

  init(_ arguments: inout Arguments) throws {
    isSVG = arguments.flag("--svg")
    transcripts = try arguments.value("--transcripts") ?? CompareCommand.defaultTranscripts
    paths = try arguments.rest()
    if paths.isEmpty { throw UsageError("draw needs a FILE") }
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    Process.makeHashingDeterministic()
    let (_, output) = try Process.takeStandardStreams()
    let renderer = PageRenderer(about, transcripts: transcripts)
    let columns = output.isTerminal ? TerminalMode.columns(of: output) : .max
    for path in paths {
      try output.show(
        path.hasSuffix(".md") ? try renderer.draw(path) : try drawing(of: path, columns: columns))
    }
    return .success
  }

  private func drawing(of path: String, columns: Int) throws -> String {
    let path = try transcriptPath(path)
    return try TranscriptFile.all(at: [path]).map { file in
      let file = try file.read()
      return isSVG
        ? file.transcript.picture(from: file.path) : file.transcript.drawing(columns: columns)
    }.joined(separator: "\n")
  }

  /// Checks the path of a transcript, and suggests the full path for a name as pages write it.
  private func transcriptPath(_ path: String) throws(CommandFailure) -> String {
    let named = "\(transcripts)/\(path)"
    for meant in [named, "\(named).transcript"]
    where !Files.exists(path) && Files.hasContent(meant) {
      throw CommandFailure(.noInput, "\(path): No such file or directory; did you mean \(meant)?")
    }
    return path
  }
}
