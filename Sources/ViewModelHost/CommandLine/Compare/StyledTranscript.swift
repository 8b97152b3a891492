import HostEngine
import Transcripts

/// A transcript that holds for several ViewModels, which a comment in it names:
///
///     # Styles: foos.caught, foos.naive
///
/// It is written for the first of them. That of another is the same with another name.
nonisolated struct StyledTranscript {
  /// The name of the file, without its ending.
  let name: String
  let styles: [String]
  let transcript: Transcript

  /// All of a folder that name ViewModels, sorted by name.
  static func all(in folder: String) throws -> [StyledTranscript] {
    try TranscriptFile.all(at: [folder]).compactMap { file in
      let file = try file.read()
      let name = file.path.split(separator: "/").last?.dropLast(".transcript".count) ?? ""
      return StyledTranscript(String(name), file.transcript)
    }
  }

  init?(_ name: String, _ transcript: Transcript) {
    self.name = name
    self.transcript = transcript
    let mark = "# Styles: "
    let line = transcript.lines.first { $0.kind == .comment && $0.content.hasPrefix(mark) }
    guard let line else { return nil }
    styles = line.content.dropFirst(mark.count).split(separator: ", ").map(String.init)
  }
}

nonisolated extension Transcript {
  /// What its first comment says.
  var title: String {
    let line = lines.first { $0.kind == .comment }
    return String(line?.content.drop { $0 == "#" || $0 == " " } ?? "")
  }
}

nonisolated extension String {
  /// `replacing` is Foundation's or the regular expressions'.
  func exchanging(_ old: String, for new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

nonisolated extension Result<TranscriptFile, TranscriptFile.Fault> {
  /// The transcript, where the program cannot go on without it.
  func read() throws(CommandFailure) -> TranscriptFile {
    switch self {
    case .success(let file): return file
    case .failure(let fault): throw CommandFailure(.badData, fault.description)
    }
  }
}
