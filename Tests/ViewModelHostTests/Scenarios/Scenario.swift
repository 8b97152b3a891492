import OperatingSystem
import TestSupport
import Testing

/// A transcript of `Tests/Transcripts/Scenarios`, and the ViewModels that it holds for.
nonisolated struct Scenario {
  /// The name of the file, without its ending.
  let name: String
  /// The names of the ViewModels. The transcript is written for the first.
  let viewModels: [String]
  private let text: String

  /// All scenarios, sorted by name.
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
    viewModels = names.first?.split(separator: ", ").map(String.init) ?? []
    self.text = text
  }

  /// Whether the transcript creates the first of its ViewModels.
  var createsItsFirst: Bool {
    viewModels.first.map { text.contains("\"name\":\"\($0)\"") } ?? false
  }

  /// The transcript for another of its ViewModels: the same text with the other name, where an
  /// instance is created and where the host says what the ViewModel does not have.
  func text(for viewModel: String) -> String {
    guard let first = viewModels.first else { return text }
    return text.exchanging("\"name\":\"\(first)\"", for: "\"name\":\"\(viewModel)\"")
      .exchanging("\(first) has no ", for: "\(viewModel) has no ")
  }
}
