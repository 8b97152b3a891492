import HostEngine
import JSON
import OperatingSystem
import SampleViewModels
import TestSupport
import Testing

@testable import HostTools
@testable import ViewModelKit

/// Doc comments, from the source through the compiler's symbol graphs into the contract.
@Suite struct CommentJoinTests {
  @Test func eachCommentFindsItsPlace() throws {
    let folder = try SymbolGraphs(of: "HostToolsTests")
    let texts = try CommentJoin.texts(commented, folder.graph()) { folder.lines(of: $0) }
    let type = "$defs/HostToolsTests.CommentedViewModel"
    let expected = [
      "viewModels/commented": "Things to do.\n\nA list of them in two lines.",
      "viewModels/commented/outputs/title": "What stands above it.",
      "viewModels/commented/inputs/append": "Adds something.",
      "viewModels/commented/inputs/append/arguments/title": "what is to be done.",
      "viewModels/commented/inputs/append/arguments/priority": "how soon.",
      "viewModels/commented/inputs/append/result": "how many there are.",
      "viewModels/commented/inputs/add": "Adds nothing.",
      "viewModels/commented/inputs/fetch": "Loads a page.\n\nThrows: when there is none.",
      "viewModels/commented/outputs/things": "All things, the first first.",
      "viewModels/commented/outputs/box": "The first in its box.",
      "viewModels/commented/events/error": "The user has to know.",
      "viewModels/commented/uses/others": "where more is.",
      "viewModels/commented.created": "Things to do.\n\nA list of them in two lines.",
      "viewModels/commented.created/parameters/start": "what is there at first.",
      "viewModels/commented.created/uses/others": "where more is.",
      "viewModels/commented.byHand/parameters/start": "what is there at first.",
      "viewModels/commented.byHand/uses/others": "where more is.",
      "services/more": "Asks for more things.",
      "\(type).MoreRequest": "Asks for more things.",
      "\(type).MoreRequest/properties/page": "From 1.",
      "\(type).Thing": "One thing.",
      "\(type).Thing/properties/heading": "What is to be done.",
      "\(type).Thing/properties/priority": "How much it matters.",
      "\(type).Thing/properties/owner": "Whose it is.",
      "\(type).Box": "A box of things.",
      "\(type).Box/properties/content": "What is in it.",
      "\(type).Priority": "How much it matters.",
      "\(type).Priority/enum/LOW": "It can wait.",
      "\(type).Priority/enum/HIGH": "At once.",
      "\(type).Outcome": "What came of it.",
      "\(type).Outcome/oneOf/done": "It is done.",
      "\(type).Outcome/oneOf/done/properties/day": "when.",
    ]
    for (place, text) in expected { #expect(texts[place] == text, "\(place)") }
    for (place, text) in texts { #expect(expected[place] == text, "\(place)") }
  }

  /// The file that the samples are built with is what their comments say. When it is not:
  /// `swift package --allow-writing-to-package-directory describe-viewmodels --product viewmodel-host --target SampleViewModels`.
  @Test func theSamplesHaveTheirComments() throws {
    let folder = try SymbolGraphs(of: "SampleViewModels")
    let file = Repository.path("Sources/Examples/SampleViewModels/DocComments.swift")
    let run = try CommandRun("viewmodel-host", ["comments", "--check", file, folder.path])
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  /// So the maintainer of the file sees what is wrong with it.
  @Test func whatDiffersIsNamed() throws {
    let graphs = try SymbolGraphs(of: "SampleViewModels")
    let folder = try TemporaryFolder()
    let path = folder.path("DocComments.swift")
    let written = try CommandRun("viewmodel-host", ["comments", "--output", path, graphs.path])
    #expect(written.end == .status(0))
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let sentence = "Replaces the item with the same id, if there is one."
    #expect(text.split(separator: "\n").count { $0.contains(sentence) } == 1)
    let changed = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains(sentence)
        ? #""viewModels/list/inputs/changeItem": "Does it.","#
        : String(line)
    }
    try Files.write(changed.joined(separator: "\n"), to: path)
    let run = try CommandRun("viewmodel-host", ["comments", "--check", path, graphs.path])
    #expect(
      run.errors == """
        viewmodel-host: \(path) differs from the doc comments; describe-viewmodels updates it:
          viewModels/list/inputs/changeItem

        """)
    #expect(run.end == .status(1))
  }

  @Test func whatIsNoSymbolGraphIsRefused() throws {
    let folder = try TemporaryFolder()
    let output = folder.path("DocComments.swift")
    for (text, status) in [("{}", 65), ("[", 65)] {
      let file = try folder.file("a.json", text)
      let run = try CommandRun("viewmodel-host", ["comments", "--output", output, file])
      #expect(run.errors.contains("a.json"))
      #expect(run.end == .status(status))
    }
    let run = try CommandRun("viewmodel-host", ["comments", "--output", output, folder.path("no")])
    #expect(run.end == .status(66))
    #expect(try CommandRun("viewmodel-host", ["comments", folder.path]).end == .status(64))
  }
}

/// The symbol graphs of a module, as the compiler writes them.
struct SymbolGraphs {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init(of module: String) throws {
    folder = try TemporaryFolder()
    let command = """
      triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\\(.*\\)".*/\\1/p')
      sdk=$(xcrun --show-sdk-path 2>/dev/null)
      exec swift symbolgraph-extract -module-name \(module) -I '\(HostProcess.path("Modules"))' \
      ${sdk:+-sdk "$sdk"} -target "$triple" -minimum-access-level private -output-dir '\(folder.path)' 2>&1
      """
    let child = try ChildProcess("/bin/sh", ["-c", command])
    child.input.close()
    let output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    try #require(child.wait() == .status(0), "\(output)")
  }

  func graph() throws -> SymbolGraph {
    var graph = SymbolGraph()
    let names = Files.names(inFolder: path) ?? []
    #expect(!names.isEmpty)
    for name in names.sorted() {
      let bytes = try Files.read(folder.path(name))
      graph.add(try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)))
    }
    return graph
  }

  func lines(of path: String) -> [Substring]? {
    guard let bytes = try? Files.read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }
}
