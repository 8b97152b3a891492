import Transcripts

/// A transcript, and where it was read.
nonisolated struct TranscriptFile {
  let path: String
  let transcript: Transcript

  /// Reads the files that the command line names, and of folders all transcripts in them, sorted by name.
  static func all(at paths: [String]) throws -> [TranscriptFile] {
    var files: [TranscriptFile] = []
    for path in paths {
      guard let names = Files.names(inFolder: path) else {
        files.append(try TranscriptFile(path))
        continue
      }
      let transcripts = names.filter { $0.hasSuffix(".transcript") }
      if transcripts.isEmpty {
        throw CommandFailure(.noInput, "\(path): there is no file *.transcript")
      }
      let folder = path.hasSuffix("/") ? path : "\(path)/"
      for name in transcripts { files.append(try TranscriptFile(folder + name)) }
    }
    return files
  }

  private init(_ path: String) throws {
    self.path = path
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path)
    } catch {
      throw CommandFailure(.noInput, error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.badData, "\(path): not UTF-8")
    }
    do {
      transcript = try Transcript(text)
    } catch {
      throw CommandFailure(.badData, "\(path):\(error.line): \(error)")
    }
  }
}
