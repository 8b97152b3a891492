import OperatingSystem
import Transcripts
import ViewModelHost

/// A transcript for several ViewModels, which a comment in it names:
///
///     # Styles: foos.caught, foos.naive
///
/// Its lines name the first of them. For another, only the name changes.
nonisolated struct StyledTranscript {
  /// The printable name of the file, without its extension.
  let name: String
  let path: String
  let styles: [String]
  let transcript: Transcript
  /// The number of the line that names the ViewModels, from 1.
  let stylesLine: Int

  /// All transcripts of a folder that name ViewModels, sorted by name.
  ///
  /// - Parameter start: the prefix of the files' names.
  static func all(in folder: String, startingWith start: String) throws -> [StyledTranscript] {
    try TranscriptFile.all(at: [folder], startingWith: start).compactMap { file in
      StyledTranscript(try file.read())
    }
  }

  init?(_ transcriptFile: TranscriptFile) {
    let mark = "# Styles:"
    let lines = transcriptFile.transcript.lines
    guard let index = lines.firstIndex(where: { $0.kind == .comment && $0.content.hasPrefix(mark) })
    else { return nil }
    path = transcriptFile.path
    let file = path.split(separator: "/").last?.dropLast(".transcript".count) ?? ""
    name = VisibleText.inOneLine(String(file))
    transcript = transcriptFile.transcript
    stylesLine = index + 1
    styles = lines[index].content.dropFirst(mark.count)
      .split { $0 == "," || $0 == " " }.map(String.init)
  }
}

nonisolated extension Result<TranscriptFile, TranscriptFile.Fault> {
  /// The transcript, or the fault as the failure of a command.
  func read() throws(CommandFailure) -> TranscriptFile {
    switch self {
    case .success(let file): return file
    case .failure(let fault): throw CommandFailure(.badData, fault.description)
    }
  }
}
