import OperatingSystem
import SampleViewModels
import TestSupport
import Testing
import ViewModelKit

@testable import HostTools

/// The pages on the articles.
@Suite(.waitsForProcesses) nonisolated struct PagesTests {
  private let folder = Repository.path("Sources/Examples/SampleViewModels/SampleViewModels.docc")

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
    try #require(pages.count == 16)
    for page in pages { _ = try copy.file(page.name, page.text) }
    let run = try CommandRun(
      "viewmodel-host", ["draw"] + pages.map { copy.path($0.name) },
      after: "cd '\(Repository.path("."))'")
    #expect(run.end == .status(0), "\(run.errors)")
    let drawn = try #require(Files.names(inFolder: copy.path))
    // Those of streams are another test's.
    let names = Files.names(inFolder: folder)?.filter { !$0.hasPrefix("stream-") }
    #expect(drawn == names, "a picture is missing, or no page shows it")
    for name in drawn {
      #expect(
        try Files.read(copy.path(name)) == Files.read("\(folder)/\(name)"),
        "viewmodel-host draw Sources/Examples/SampleViewModels/SampleViewModels.docc/*.md changes \(name)"
      )
    }
  }

  /// What the column and the row are called, in both languages.
  private static let lines = ["lines", "行数"]

  /// Tables with a column `lines` say how long the files of the ViewModels in their rows are; those
  /// with a row `lines`, of the ViewModels above. There `18 to 33` is the least and the most of
  /// several.
  @Test @MainActor func theLinesAreCountedRight() throws {
    let sources = SourceLines(in: Repository.path("Sources"))
    var count = 0
    func expectLines(_ cell: String, of names: [String], _ page: String) throws {
      let lines = try names.map { try #require(sources.count(of: $0), "\(page): \($0)") }
      let least = try #require(lines.min())
      let range = lines.max() == least ? "\(least)" : "\(least) to \(lines.max() ?? 0)"
      let list = lines.map { "\($0)" }.joined(separator: ", ")
      #expect(cell == list || cell == range, "\(page): \(names)")
      count += names.count
    }
    for page in try pages() {
      var header: [String] = []
      for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
        let cells = line.split(separator: "|").map {
          $0.split(separator: " ").joined(separator: " ")
        }
        guard line.hasPrefix("|"), let first = cells.first else {
          header = []
          continue
        }
        if header.isEmpty { header = cells }
        if Self.lines.contains(first) {
          for (cell, head) in zip(cells, header).dropFirst() {
            try expectLines(cell, of: names(in: head), page.name)
          }
        } else if let column = header.firstIndex(where: Self.lines.contains), column > 0,
          first.hasPrefix("`")
        {
          try expectLines(cells[column], of: names(in: first), page.name)
        }
      }
    }
    #expect(count == 88)
  }

  /// What stands between backquotes.
  private func names(in cell: String) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The page says of a family that its longest file is one and a quarter to two and a half times
  /// as long as its shortest.
  @Test @MainActor func theFilesOfAFamilyAreAsDifferentAsThePageSays() throws {
    let sources = SourceLines(in: Repository.path("Sources"))
    let names = Catalog.samples.entries.map(\.name)
    let all = Dictionary(grouping: names) { $0.prefix { $0 != "." } }
    let families = try all.values.filter { $0.count > 1 }.map { names in
      try names.map { try #require(sources.count(of: $0), "\($0)") }
    }
    try #require(families.count == 9)
    for lines in families {
      let (least, most) = (try #require(lines.min()), try #require(lines.max()))
      #expect(4 * most >= 5 * least && 2 * most <= 5 * least, "\(lines)")
    }
  }
}
