import ViewModelHost
import HostEngine
import OperatingSystem
import ViewModelKit

/// Compares ViewModels that are written in several styles.
struct CompareCommand: Command {
  static let name = Tool.compare.rawValue
  static let operand = Operand.viewModels
  static let summary = "Plays the same transcripts to several ViewModels, and shows what differs."
  static let introduction = """
    A NAME is a ViewModel. A single NAME means its whole family: foos means foos.naive, foos.caught
    and so on. Each transcript of a folder that names one of them in a comment "# Styles: " is played
    to all that have its inputs. Answers of services go to the calls that they fit. Only outputs that
    all have are compared.

    """
  static let options = [
    Option(
      "--transcripts", value: "FOLDER",
      help: "where the transcripts are; \(defaultTranscripts) when not given"),
    Option(
      "--sources", value: "FOLDER",
      help: "where the ViewModels and their catalog are; \(defaultSources) when not given"),
    Option("--only", value: "START", help: "only transcripts whose names begin with START"),
    Option("--unmeasured", help: "leaves out measurements, which differ from run to run"),
    Option(
      "--draw",
      help: """
        prints a drawing of each transcript, with a row for each ViewModel; of one alone if --only
        is the name of a transcript
        """),
    Option("--svg", help: "prints pictures instead"),
  ]
  static let notes = """
    The lines of a ViewModel are those of its file, without comments and imports. Allocations of the
    Swift runtime and processor time are for one input, with all its effects and the host's own work,
    in transcripts in which all do the same. The time is the least of twenty runs.

    Exits with 65 when a file is not a transcript, or its lines do not fit the ViewModels that it
    names, with 66 when there are no transcripts to compare.

    """

  static let defaultTranscripts = "Tests/Transcripts/Scenarios"
  private static let defaultSources = "Sources"

  private let names: [String]
  private let transcripts: String
  private let sources: String
  private let start: String
  private let isMeasured: Bool
  private let isDrawn: Bool
  private let isSVG: Bool

  init(_ arguments: inout Arguments) throws {
    transcripts = try arguments.value("--transcripts") ?? Self.defaultTranscripts
    sources = try arguments.value("--sources") ?? Self.defaultSources
    start = try arguments.value("--only") ?? ""
    isMeasured = !arguments.flag("--unmeasured")
    isDrawn = arguments.flag("--draw")
    isSVG = arguments.flag("--svg")
    names = try arguments.rest()
    if names.isEmpty { throw UsageError("compare needs a NAME") }
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    // This starts the process again.
    Process.makeHashingDeterministic()
    let (_, output) = try Process.takeStandardStreams()
    try output.show(VisibleText.escaped(try report(on: try ComparedPlays(about))))
    return .success
  }

  /// - Throws: if a name or a folder does not exist.
  func report(on stage: ComparedPlays) throws -> String {
    let catalog = stage.about.catalog
    let viewModels = try viewModels(in: catalog)
    let names = viewModels.map(\.name)
    let relevant = try relevantTranscripts(names, in: catalog)
    let comparisons = Comparisons(viewModels, relevant, in: catalog, on: stage)
    if comparisons.isEmpty {
      throw CommandFailure(
        .noInput,
        "No transcript of \(names.joined(separator: ", ")) in \(transcripts)\(whichFiles) can be "
          + "played to two of them: they differ in their inputs, parameters or services")
    }
    if isDrawn || isSVG {
      return comparisons.drawings(named: start).map { transcript, diagram in
        let title = "\(self.names.joined(separator: ", ")) in \(transcript)"
        return isSVG
          ? diagram.svg(title: title, command: command(for: transcript))
          : "\(title)\n\n\(diagram.text)"
      }.joined(separator: "\n")
    }
    let lines = SourceLines(in: sources)
    let costs = comparisons.costs(isMeasured: isMeasured)
    var report = ComparisonTable(viewModels, costs, lines).text
    if lines.isEmpty {
      let advice = "--sources FOLDER says where they are"
      report += "There is no Swift file in \(VisibleText.inOneLine(sources)); \(advice).\n"
    }
    return report + comparisons.text
  }

  /// The command that draws a transcript.
  private func command(for transcript: String) -> String {
    let names = names.joined(separator: " ")
    return VisibleText.inOneLine("viewmodel-host compare \(names) --only \(transcript) --draw")
  }

  private func viewModels(in catalog: Catalog) throws -> [ComparedViewModel] {
    var chosen: [String] = []
    for name in names {
      let family = catalog.entries.map(\.name).filter { $0.hasPrefix("\(name).") }
      let own = catalog[name].map { [$0.name] } ?? []
      // Several names mean exactly those ViewModels, except that a family's name means its members.
      let found = names.count == 1 || own.isEmpty ? own + family : own
      if found.isEmpty { _ = try catalog.definition(for: name) }
      chosen += found.filter { !chosen.contains($0) }
    }
    guard chosen.count > 1 else {
      throw UsageError("There is only \(names[0]), and no other to compare it with")
    }
    return try chosen.map { try ComparedViewModel($0, in: catalog) }
  }

  /// The transcripts for these ViewModels. All are checked first, because a misspelled name would
  /// silently match none.
  private func relevantTranscripts(
    _ names: [String], in catalog: Catalog
  ) throws -> [StyledTranscript] {
    let advice = "--transcripts FOLDER says where they are"
    guard Files.isFolder(transcripts) else {
      throw CommandFailure(.noInput, "There is no folder \(transcripts); \(advice)")
    }
    let all = try StyledTranscript.all(in: transcripts, startingWith: start)
    for transcript in all { try transcript.check(in: catalog) }
    let found = all.filter { !Set($0.styles).isDisjoint(with: names) }
    guard !found.isEmpty else {
      let names = names.joined(separator: ", ")
      throw CommandFailure(
        .noInput,
        "No transcript in \(transcripts)\(whichFiles) says \"# Styles: \" and one of \(names)"
          + (start.isEmpty ? "; \(advice)" : ""))
    }
    return found
  }

  /// The filter on file names, in words; empty without one.
  private var whichFiles: String {
    start.isEmpty ? "" : " whose name starts with \(start) (--only)"
  }
}
