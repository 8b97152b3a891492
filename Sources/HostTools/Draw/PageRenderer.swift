import ViewModelHost
import HostEngine
import OperatingSystem
import Transcripts

/// Updates the drawings in pages.
final class PageRenderer {
  private let about: HostInformation
  private let folder: String
  /// Created for the first comparison, because it installs the executors of virtual time.
  private var stage: ComparedPlays?

  /// - Parameter folder: the folder of the transcripts.
  init(_ about: HostInformation, transcripts folder: String) {
    self.about = about
    self.folder = folder
  }

  /// - Returns: one line of report for the page, and one for each picture.
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
      guard let svg = try picture(name) else { continue }
      report += try write(svg, to: (parent + ["\(name).svg"]).joined(separator: "/"))
    }
    return report
  }

  /// The content of a block; `nil` for a block that a test updates.
  private func content(of block: Page.Block) throws -> String? {
    switch block {
    case .stream, .step: return nil
    case .drawing(let name):
      guard let file = try file(name) else {
        throw CommandFailure(.noInput, "There is no transcript \(name) in \(folder)")
      }
      return "$ viewmodel-host draw \(file.path)\n\(file.transcript.drawing())"
    case .comparison(let words):
      let words = words.contains("--draw") ? words : words + ["--unmeasured"]
      return try "$ viewmodel-host compare \(words.joined(separator: " "))\n" + comparison(words)
    }
  }

  /// The SVG text of a picture; `nil` if its name is not that of a transcript or comparison.
  private func picture(_ name: String) throws -> String? {
    let words = name.split(separator: "-", maxSplits: 2)
    if words.count == 3, words[0] == "compare" {
      return try comparison([String(words[1]), "--only", String(words[2]), "--svg"])
    }
    return try file(name).map { $0.transcript.picture(from: $0.path) }
  }

  private func comparison(_ words: [String]) throws -> String {
    var arguments = Arguments(words + ["--transcripts", folder])
    let command = try CompareCommand(&arguments)
    let stage = try stage ?? ComparedPlays(about)
    self.stage = stage
    return try command.report(on: stage)
  }

  /// The transcript with a name; `nil` if it does not exist.
  private func file(_ name: String) throws -> TranscriptFile? {
    let path = "\(folder)/\(name).transcript"
    guard Files.hasContent(path) else { return nil }
    return try TranscriptFile.all(at: [path])[0].read()
  }

  private func write(_ text: String, to path: String) throws(CommandFailure) -> String {
    let name = VisibleText.inOneLine(path)
    if let old = try? Files.read(path), old.elementsEqual(text.utf8) { return "same  \(name)\n" }
    try CommandFailure.with(.cannotWrite) { try Files.write(text, to: path) }
    return "drawn \(name)\n"
  }
}
