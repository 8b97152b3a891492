import OperatingSystem
import TestSupport
import Testing

/// The page that leads through the code.
nonisolated struct LifeOfAnInputTests {
  /// The code spans of a Markdown page (CommonMark 0.31, section 6.1).
  private func codeSpans(of text: String) -> [Substring] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }

  private func words(of text: some StringProtocol) -> [Substring] {
    Substring(text).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  /// All files below a folder, by their paths.
  private func files(below folder: String) throws -> [String] {
    try #require(Files.names(inFolder: folder)).flatMap { name in
      let path = "\(folder)/\(name)"
      return Files.names(inFolder: path) == nil ? [path] : try files(below: path)
    }
  }

  @Test func itNamesOnlyWhatTheSourcesHave() throws {
    let files = try files(below: Repository.path("Sources")).filter { $0.hasSuffix(".swift") }
    var known: Set<Substring> = []
    for path in files {
      known.formUnion(words(of: path))
      known.formUnion(words(of: String(decoding: try Files.read(path), as: UTF8.self)))
    }
    let page = Repository.path("Sources/ViewModelHost/ViewModelHost.docc/LifeOfAnInput.md")
    let spans = codeSpans(of: String(decoding: try Files.read(page), as: UTF8.self))
    try #require(spans.count > 50)
    for span in spans {
      let unknown = words(of: span).filter { !known.contains($0) }
      #expect(unknown.isEmpty, "`\(span)` is nowhere")
      guard span.hasSuffix(".swift") else { continue }
      #expect(files.contains { $0.hasSuffix("/\(span)") }, "there is no file \(span)")
    }
  }
}
