import OperatingSystem
import SampleViewModels
import TestSupport
import Testing
import ViewModelKit

@testable import HostTools

/// What can be counted in samples, transcripts and pictures.
@MainActor struct SampleFacts {
  private let names = Set(Catalog.samples.entries.map { $0.name })
  private let sources = SourceLines(in: Repository.path("Sources"))
  private let samples = Repository.path("Sources/Examples/SampleViewModels")

  /// How many ViewModels begin with a name: itself, and those with a dot behind it.
  func family(_ name: String) -> Int {
    names.count { $0 == name || $0.hasPrefix("\(name).") }
  }

  /// How many ViewModels transcripts name.
  func styles(_ transcripts: String...) throws -> Int {
    var styles: Set<Substring> = []
    for transcript in transcripts {
      let line = try #require(try lines(of: transcript).first { $0.hasPrefix("# Styles: ") })
      styles.formUnion(line.dropFirst("# Styles: ".count).split { $0 == "," || $0 == " " })
    }
    return styles.count
  }

  /// How often an input is sent in a transcript.
  func inputs(_ input: String, in transcript: String) throws -> Int {
    try lines(of: transcript).count { $0.hasPrefix("--> ") && $0.contains(#""input":"\#(input)""#) }
  }

  /// How many calls of services are in a transcript.
  func calls(in transcript: String) throws -> Int {
    try lines(of: transcript).count { $0.contains(#""method":"service/call""#) }
  }

  /// How many calls of services the host cancels in a transcript.
  func cancellations(in transcript: String) throws -> Int {
    try lines(of: transcript)
      .count { $0.hasPrefix("<-- ") && $0.contains(#""method":"$/cancelRequest""#) }
  }

  /// To what the virtual clock is advanced before a line with a text, in milliseconds.
  func time(of text: String, in transcript: String) throws -> Int {
    let lines = try lines(of: transcript)
    let end = try #require(lines.firstIndex { $0.contains(text) })
    return lines[..<end].compactMap { line in
      line.firstMatch(of: /"milliseconds":(\d+)/).flatMap { Int($0.1) }
    }.reduce(0, +)
  }

  /// How many rows of a picture are ViewModels.
  func rows(_ picture: String) throws -> Int {
    let file = try Files.read("\(ArticlePage.folder)/\(picture).svg")
    return String(decoding: file, as: UTF8.self)
      .matches(of: /<text class="label"[^>]*>([^<]*)</).count { names.contains(String($0.1)) }
  }

  /// The times of what stands in a row of a stream drawing, in milliseconds.
  func times(_ label: String, in drawing: String) throws -> [Int] {
    let diagram = try #require(StreamDrawing.all.first { $0.name == drawing }).diagram
    let row = try #require(diagram.rows.first { $0.label == label })
    return try row.marks.keys.sorted().map { column in
      try #require(diagram.times[...column].compactMap(\.self).last)
    }
  }

  /// What the rows of a stream drawing are called.
  func labels(_ drawing: String) throws -> [String] {
    try #require(StreamDrawing.all.first { $0.name == drawing }).diagram.rows.map(\.label)
  }

  /// How many lines the file of a ViewModel has, without comments and imports.
  func length(of viewModel: String) throws -> Int { try #require(sources.count(of: viewModel)) }

  /// How long a search waits for more, in milliseconds.
  func pause(_ sample: String) throws -> Int {
    let pause = try #require(
      try source(sample).firstMatch(of: /debounce\(\.milliseconds\((\d+)\)/))
    return try #require(Int(pause.1))
  }

  /// The numbers that an argument of inputs has in a transcript, in their order.
  func numbers(of argument: String, in transcript: String) throws -> [Int] {
    try lines(of: transcript).filter { $0.hasPrefix("--> ") }.flatMap { line in
      numbers(behind: #""\#(argument)":"#, in: String(line))
    }
  }

  /// The numbers that follow a text.
  private func numbers(behind start: String, in text: String) -> [Int] {
    text.ranges(of: start).compactMap { range in
      Int(text[range.upperBound...].prefix { $0.isWholeNumber })
    }
  }

  /// How many cells of the tables of a page are a text.
  func cells(_ text: String, on page: String) throws -> Int {
    let page = try #require(try ArticlePage.all().first { $0.name == page })
    return page.prose.reduce(0) { $0 + $1.ranges(of: "| \(text) ").count }
  }

  /// How many samples of a family have a text in their file.
  func files(_ folder: String, with text: String) throws -> Int {
    let names = try #require(Files.names(inFolder: "\(samples)/\(folder)"))
    return try names.count { try source("\(folder)/\($0.dropLast(".swift".count))").contains(text) }
  }

  /// How often a text stands in the file of a sample.
  func occurrences(_ text: String, in sample: String) throws -> Int {
    try source(sample).ranges(of: text).count
  }

  /// How many elements stand between a text and the next closing parenthesis, in the file of a
  /// sample.
  func elements(behind text: String, in sample: String) throws -> Int {
    let rest = try #require(
      try source(sample).split(separator: text, maxSplits: 1).dropFirst().first)
    return rest.prefix { $0 != ")" }.split(separator: ",").count
  }

  /// The code of a sample, without comments.
  func source(_ sample: String) throws -> String {
    try Repository.text("Sources/Examples/SampleViewModels/\(sample).swift").split(separator: "\n")
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
  }

  /// How many articles the overview links to, and from the first year to the last of them.
  func articles() throws -> (count: Int, years: Int) {
    let overview = try #require(try ArticlePage.all().first { $0.name == "SampleViewModels" })
    let rows = overview.prose.filter { $0.hasPrefix("| [") && $0.contains("](https://") }
    let years = rows.compactMap { row in
      row.matches(of: /\b20\d\d(?= \|)/).last.flatMap { Int($0.0) }
    }
    return (rows.count, try #require(years.max()) - #require(years.min()))
  }

  /// How many items the only list of the overview has.
  func surprises() throws -> Int {
    let overview = try #require(try ArticlePage.all().first { $0.name == "SampleViewModels" })
    return overview.prose.prefix { !$0.hasPrefix("## Topics") }.count { $0.hasPrefix("- ") }
  }

  private func lines(of transcript: String) throws -> [Substring] {
    try Repository.text("Tests/Transcripts/Scenarios/\(transcript).transcript")
      .split(separator: "\n")
  }
}
