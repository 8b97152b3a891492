import ViewModelHost
import HostEngine
import OperatingSystem

/// Draws transcripts, and updates the drawings in pages.
struct DrawCommand: Command {
  static let name = Tool.draw.rawValue
  static let operand = Operand.files
  static let summary = "Draws transcripts: what happens when, in each input, service and output."
  static let introduction = """
    A FILE is a transcript or a page. The drawing of a transcript is printed, at a terminal in parts
    that fit its width. A page is a file *.md, whose drawings are updated: the code block after each
    of these marks is replaced by a command and its output:

      <!-- draw NAME -->            the drawing of the transcript NAME
      <!-- compare NAME… -->        the output of compare without measurements; --only START and
                                    --draw can follow the names

    For each picture ](NAME.svg) with the name of a transcript, that file is written; for each picture
    ](compare-FAMILY-NAME.svg), the output of compare FAMILY --only NAME --svg.

    """
  static let options = [
    Option("--svg", help: "prints a picture instead of text"),
    Option(
      "--transcripts", value: "FOLDER",
      help: """
        where the transcripts of pages are; \(CompareCommand.defaultTranscripts) when not given
        """),
  ]
  static let notes = """
    In a drawing ● is an input or an event without a value, ?1 the first call of a service, ✓1 its
    answer, !1 an error, ×1 its cancellation, and ⏎ the end of a call; × in the row of an input means
    that the frontend has cancelled the call. A column shows a line to the host with all its effects,
    and a time is above all of its columns.

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
