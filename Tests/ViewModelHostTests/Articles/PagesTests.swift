import HostEngine
import TestSupport
import Testing

@testable import ViewModelHost

/// The pages on the articles.
@Suite struct PagesTests {
  private let folder = Repository.path("Sources/SampleViewModels/SampleViewModels.docc")

  private func pages() throws -> [(name: String, text: String)] {
    let names = try #require(Files.names(inFolder: folder)).filter { $0.hasSuffix(".md") }
    return try names.map { name in
      (name, String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self))
    }
  }

  /// The drawings and comparisons are what the transcripts say, and what the program does.
  @Test func theDrawingsAreWhatTheTranscriptsSay() throws {
    let copy = try TemporaryFolder()
    let pages = try pages()
    try #require(pages.count == 7)
    for page in pages { _ = try copy.file(page.name, page.text) }
    let run = try CommandRun(
      "viewmodel-host", ["draw"] + pages.map { copy.path($0.name) },
      after: "cd '\(Repository.path("."))'")
    #expect(run.end == .status(0), "\(run.errors)")
    let drawn = try #require(Files.names(inFolder: copy.path))
    #expect(drawn == Files.names(inFolder: folder), "a picture is missing, or no page shows it")
    for name in drawn {
      #expect(
        try Files.read(copy.path(name)) == Files.read("\(folder)/\(name)"),
        "viewmodel-host draw Sources/SampleViewModels/SampleViewModels.docc/*.md changes \(name)")
    }
  }

  /// Tables with a column `lines` say how long the files of the ViewModels in their rows are.
  @Test func theLinesAreCountedRight() throws {
    let sources = SourceLines(in: Repository.path("Sources"))
    var count = 0
    for page in try pages() {
      var column: Int?
      for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
        let cells = line.split(separator: "|").map {
          $0.split(separator: " ").joined(separator: " ")
        }
        guard line.hasPrefix("|"), let first = cells.first else {
          column = nil
          continue
        }
        column = column ?? cells.firstIndex(of: "lines")
        guard let column, column > 0, first.hasPrefix("`") else { continue }
        for name in first.split(separator: ", ").map({ $0.drop { $0 == "`" }.dropLast() }) {
          let lines = sources.count(of: String(name)) ?? 0
          #expect(cells[column] == "\(lines)", "\(page.name): \(name)")
          count += 1
        }
      }
    }
    #expect(count == 18)
  }
}
