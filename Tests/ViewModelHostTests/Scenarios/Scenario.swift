import OperatingSystem
import TestSupport
import Testing

/// A transcript of `Tests/Transcripts/Scenarios`, and the ViewModels that it holds for.
nonisolated struct Scenario {
  /// The name of the file, without its ending.
  let name: String
  /// The names of the ViewModels; the first one is that of the file.
  let styles: [String]
  private let text: String

  /// All, sorted by name.
  static func all() throws -> [Scenario] {
    let ending = ".transcript"
    let names = Files.names(inFolder: Repository.scenarios) ?? []
    return try names.filter { $0.hasSuffix(ending) }.map {
      try Scenario(String($0.dropLast(ending.count)))
    }
  }

  private init(_ name: String) throws {
    self.name = name
    let path = "\(Repository.scenarios)/\(name).transcript"
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let names = ["# Styles: ", "# ViewModels: "].compactMap { mark in
      lines.first { $0.hasPrefix(mark) }?.dropFirst(mark.count)
    }
    styles = names.first?.split(separator: ", ").map(String.init) ?? []
    self.text = text
  }

  /// Whether what is exchanged for the name of another ViewModel is there.
  var hasItsName: Bool { styles.first.map { text.contains("\"name\":\"\($0)\"") } ?? false }

  /// The transcript of another ViewModel: the name stands where it is asked for, and where the host says what it has
  /// not.
  func text(of style: String) -> String {
    guard let own = styles.first else { return text }
    return text.exchanging("\"name\":\"\(own)\"", for: "\"name\":\"\(style)\"")
      .exchanging("\(own) has no ", for: "\(style) has no ")
  }
}

/// The tables of the folder's `README.md`.
nonisolated struct ScenarioTable {
  /// For how many ViewModels each transcript holds.
  let runs: [String: Int]
  /// The scenarios that are no transcripts, with the files of their tests.
  let others: [String: String]

  init() throws {
    var runs: [String: Int] = [:]
    var others: [String: String] = [:]
    let text = String(decoding: try Files.read("\(Repository.scenarios)/README.md"), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard cells.count == 3 else { continue }
      if cells[2].hasSuffix(".swift") { others[cells[0]] = cells[2] }
      for entry in cells[2].split(separator: ", ") where entry.hasSuffix(")") {
        let parts = entry.dropLast().split(separator: " (")
        if parts.count == 2, let count = Int(parts[1]) { runs[String(parts[0])] = count }
      }
    }
    self.runs = runs
    self.others = others
  }
}
