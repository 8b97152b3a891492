import ViewModelHost
import HostEngine
import OperatingSystem
import Transcripts

/// Brings the drawings in pages up to date.
final class PageArtist {
  private let about: HostInformation
  private let folder: String
  /// Made when a page has a comparison: it installs the executors of virtual time.
  private var stage: ComparedPlays?

  /// - Parameter folder: where the transcripts are.
  init(_ about: HostInformation, transcripts folder: String) {
    self.about = about
    self.folder = folder
  }

  /// - Returns: a line on the page, and on each file that was written.
  func draw(_ path: String) throws -> String {
    guard let bytes = try? Files.read(path), let text = String(validating: bytes, as: UTF8.self)
    else { throw CommandFailure(.noInput, "\(path): there is no text that can be read") }
    let page = try Page(text) { block in
      do {
        return try content(of: block)
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(.badData, "\(path): \(block): \(error)")
      }
    }
    var report = try write(page.text, to: path)
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for name in page.pictures {
      guard let transcript = try transcript(name) else { continue }
      let svg = transcript.diagram.svg(title: transcript.title)
      report += try write(svg, to: (parent + ["\(name).svg"]).joined(separator: "/"))
    }
    return report
  }

  /// `nil` when it is no business of this program.
  private func content(of block: Page.Block) throws -> String? {
    switch block {
    case .stream: return nil
    case .drawing(let name):
      guard let transcript = try transcript(name) else {
        throw CommandFailure(.noInput, "There is no transcript \(name) in \(folder)")
      }
      return transcript.diagram.text
    case .comparison(let words):
      var arguments = Arguments(words + ["--unmeasured", "--transcripts", folder])
      let command = try CompareCommand(&arguments)
      let stage = try stage ?? ComparedPlays(about)
      self.stage = stage
      return try command.report(on: stage)
    }
  }

  /// `nil` when there is none of that name.
  private func transcript(_ name: String) throws -> Transcript? {
    let path = "\(folder)/\(name).transcript"
    guard Files.hasContent(path) else { return nil }
    return try TranscriptFile.all(at: [path])[0].read().transcript
  }

  private func write(_ text: String, to path: String) throws(CommandFailure) -> String {
    let name = VisibleText.inOneLine(path)
    if let old = try? Files.read(path), old.elementsEqual(text.utf8) { return "same  \(name)\n" }
    try CommandFailure.with(.cannotWrite) { try Files.write(text, to: path) }
    return "drawn \(name)\n"
  }
}
