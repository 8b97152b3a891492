import Contracts
import JSON
import OperatingSystem
import TestSupport
import Testing

@testable import CodeGeneration

/// What is written for each language is what stands in `Tests/Generated`, byte by byte.
///
/// `UPDATE_GENERATED=1 swift test --filter GeneratedFilesTests` writes the files again, and fails.
@Suite(.waitsForProcesses, .serialized) struct GeneratedFilesTests {
  /// Those of the examples that have all kinds of types, names and members between them.
  static let viewModels = [
    "chain.async", "list", "pager", "example.flow", "example.names", "example.plain",
    "example.shapes",
  ]

  @Test func theContractIsThatOfTheExamples() throws {
    let run = try CommandRun("example-host", ["schema"] + Self.viewModels)
    try Committed("").expect([GeneratedFile(name: "contract.json", text: run.output)])
  }

  @Test(arguments: Language.all.map(\.name))
  func eachLanguageIsWrittenAsItStandsThere(name: String) throws {
    let language = try #require(Language.all.first { $0.name == name })
    try Committed(name).expect(language.files(try Self.contract()))
  }

  @Test func nothingElseStandsThere() {
    let names = Language.all.map(\.name) + ["contract.json"]
    #expect(Files.names(inFolder: Committed("").folder) == names.sorted())
  }

  static func contract() throws -> Contract {
    let json = try JSONValue(parsing: Files.read("\(Committed("").folder)/contract.json"))
    return try Contract(reading: json)
  }
}

/// Files in the repository that are compared with what they are generated from.
private struct Committed {
  let folder: String

  init(_ folder: String) {
    self.folder = Repository.path("Tests/Generated\(folder.isEmpty ? "" : "/\(folder)")")
  }

  func expect(_ files: [GeneratedFile]) throws {
    if Process.environment("UPDATE_GENERATED") != nil {
      try Files.makeFolder(folder)
      for file in files { try Files.write(file.text, to: "\(folder)/\(file.name)") }
      Issue.record("the files in \(folder) were written anew")
    }
    for file in files {
      let path = "\(folder)/\(file.name)"
      let committed = String(decoding: (try? Files.read(path)) ?? [], as: UTF8.self)
      guard committed != file.text else { continue }
      let lines = zip(committed.split(separator: "\n"), file.text.split(separator: "\n"))
      let different = lines.first { $0 != $1 }
      let texts = different.map { "is\n\($0)\nand not\n\($1)" } ?? "ends elsewhere"
      Issue.record("\(path) \(texts)\n(UPDATE_GENERATED=1 writes it anew)")
    }
    guard files.first?.name != "contract.json" else { return }
    #expect(Files.names(inFolder: folder) == files.map(\.name).sorted())
  }
}
