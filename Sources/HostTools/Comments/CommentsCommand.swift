import ViewModelHost
import HostEngine
import JSON
import OperatingSystem

/// Writes the doc comments of ViewModels into a Swift file, which is compiled into the program.
struct CommentsCommand: Command {
  static let name = Tool.comments.rawValue
  static let operand = Operand.files
  static let summary = "Writes the doc comments of ViewModels into DocComments.swift."
  static let introduction = """
    The files are symbol graphs of the modules with the ViewModels, or folders of them. "swift package
    describe-viewmodels" makes them and calls this; without a package, "swift symbolgraph-extract
    -minimum-access-level private" makes them from a debug build.

    """
  static let options = [
    Option(
      "--output", value: "FILE",
      help: "the Swift file, which has the constant docComments for the catalog"),
    Option(
      "--check", value: "FILE",
      help: "writes nothing; lists where that file differs from the doc comments, and fails then"),
  ]
  static let notes = """
    Exits with 1 when --check finds a difference, with 65 when a FILE is no symbol graph, with 66 when
    it cannot be read, with 70 when there is a mistake in a ViewModel, with 73 when the Swift file
    cannot be written.

    """

  private let graphs: [String]
  private let output: String
  private let isCheck: Bool

  init(_ arguments: inout Arguments) throws {
    let (written, checked) = (try arguments.value("--output"), try arguments.value("--check"))
    guard let output = written ?? checked, written == nil || checked == nil else {
      throw UsageError("comments needs --output FILE or --check FILE")
    }
    self.output = output
    isCheck = checked != nil
    graphs = try arguments.rest()
    guard !graphs.isEmpty else { throw UsageError("FILE is missing") }
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let graph = try Self.graph(at: graphs)
    var sources: [String: [Substring]] = [:]
    let texts = try CommandFailure.with(.faulty) {
      try CommentJoin.texts(about.catalog, graph) { path in
        sources[path] = sources[path] ?? Self.lines(of: path)
        return sources[path]
      }
    }
    if !about.catalog.hasDocComments {
      Descriptor.standardError.warn(
        "\(about.name): warning: the catalog has no line docComments, so it will not show them\n")
    }
    let file = DocCommentsFile.text(texts)
    let old = (try? Files.read(output)).map { String(decoding: $0, as: UTF8.self) }
    if isCheck { return check(texts, file, old, about) }
    // Rewriting an unchanged file would recompile it.
    if file != old {
      try CommandFailure.with(.cannotWrite) { try Files.write(file, to: output) }
    }
    try Descriptor.standardOutput.show("\(output): \(texts.count) descriptions\n")
    return .success
  }

  /// Reports each difference between the file and the current doc comments.
  private func check(
    _ texts: [String: String], _ file: String, _ old: String?, _ about: HostInformation
  ) -> ExitStatus {
    if file == old { return .success }
    let found = DocCommentsFile.texts(in: old ?? "")
    let changes = Set(texts.keys).union(found.keys).filter { texts[$0] != found[$0] }.sorted()
    let few = changes.prefix(10).map { "  \($0)\n" } + (changes.count > 10 ? ["  …\n"] : [])
    Descriptor.standardError.warn(
      "\(about.name): \(output) differs from the doc comments; describe-viewmodels updates it:\n"
        + few.joined())
    return .failure
  }

  // MARK: Files

  private static func graph(at paths: [String]) throws(CommandFailure) -> SymbolGraph {
    var graph = SymbolGraph()
    for path in try files(at: paths) {
      let json = try JSONValue(file: path)
      guard json["symbols"]?.arrayValue != nil else {
        throw CommandFailure(.badData, "\(path) is no symbol graph: it has no symbols")
      }
      graph.add(json)
    }
    return graph
  }

  private static func lines(of path: String) -> [Substring]? {
    guard let bytes = try? Files.read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The files, and the `.symbols.json` files of the folders, in order.
  private static func files(at paths: [String]) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for path in paths {
      let names = Files.names(inFolder: path)
      let graphs = names?.filter { $0.hasSuffix(".symbols.json") }.map { "\(path)/\($0)" }
      if graphs?.isEmpty == true {
        throw CommandFailure(.noInput, "\(path): no files that end with .symbols.json")
      }
      files += graphs ?? [path]
    }
    return files
  }
}
