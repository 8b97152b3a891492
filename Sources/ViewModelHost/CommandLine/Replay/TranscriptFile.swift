import OperatingSystem
import Transcripts

/// A transcript and its path.
package nonisolated struct TranscriptFile {
  package let path: String
  package let transcript: Transcript

  /// Why a file is not a transcript, with its path and line.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads the files that the command line names, and all transcripts in folders, sorted by name.
  ///
  /// A named file may be anything readable, such as a pipe; in folders only regular files are read.
  package static func all(
    at paths: [String], startingWith start: String = ""
  ) throws -> [Result<TranscriptFile, Fault>] {
    var files: [Result<TranscriptFile, Fault>] = []
    for path in paths {
      guard let names = Files.names(inFolder: path) else {
        files.append(try read(path, with: Files.read))
        continue
      }
      let folder = path.hasSuffix("/") ? path : "\(path)/"
      let transcripts = names.filter { name in
        name.hasSuffix(".transcript") && !Files.isFolder(folder + name)
      }
      if transcripts.isEmpty {
        throw CommandFailure(.noInput, "\(path): there is no file *.transcript")
      }
      for name in transcripts where name.hasPrefix(start) {
        files.append(try read(folder + name, with: Files.readRegular))
      }
    }
    return files
  }

  private static func read(
    _ path: String, with read: (String) throws -> [UInt8]
  ) throws(CommandFailure) -> Result<TranscriptFile, Fault> {
    let bytes = try CommandFailure.with(.noInput) { try read(path) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failure(Fault(description: "\(path): not UTF-8"))
    }
    do {
      return .success(TranscriptFile(path: path, transcript: try Transcript(text)))
    } catch {
      return .failure(Fault(description: "\(path):\(error.line): \(error)"))
    }
  }
}
