import ViewModelHost
import Transcripts
import ViewModelKit

/// The behavior of several ViewModels in many transcripts.
struct Comparisons {
  private struct Play {
    /// All transcripts with these lines to the host.
    var transcripts: [Comparison.Subject]
    let transcript: Transcript
    /// The lines to the host, by the ViewModel that they can be played to.
    let lines: [String: [String]]
  }

  private let viewModels: [ComparedViewModel]
  private let stage: ComparedPlays
  private let plays: [Play]
  private let comparisons: [Comparison]
  /// The outputs that some of them lack.
  private let leftOut: [String]
  /// The distinct initial states, with the names of the ViewModels that have them.
  private let beginnings: [(state: String, names: [String])]

  init(
    _ viewModels: [ComparedViewModel], _ transcripts: [StyledTranscript], in catalog: Catalog,
    on stage: ComparedPlays
  ) {
    self.viewModels = viewModels
    self.stage = stage
    let all = viewModels.map { Set($0.outputs) }
    let common = all.dropFirst().reduce(all[0]) { $0.intersection($1) }
    leftOut = viewModels.flatMap(\.outputs).reduce(into: []) { names, name in
      if !common.contains(name) && !names.contains(name) { names.append(name) }
    }
    plays = Self.plays(viewModels, transcripts, in: catalog, observing: common)
    var beginnings: [(state: String, names: [String])] = []
    comparisons = plays.map { play in
      var stories: [(name: String, story: Story)] = []
      for name in viewModels.map(\.name) {
        guard let lines = play.lines[name] else { continue }
        let player = "\(name) in \(play.transcripts[0].name)"
        stories.append((name, stage.story(lines, answersOf: play.transcript, of: player)))
      }
      for (name, story) in stories where !beginnings.contains(where: { $0.names.contains(name) }) {
        let moments = story.steps.flatMap { $0.seen.joined() }
        let state = moments.filter { $0.kind == .start && common.contains($0.name) }
          .map { $0.sentence() }.joined(separator: ", ")
        if let index = beginnings.firstIndex(where: { $0.state == state }) {
          beginnings[index].names.append(name)
        } else if !state.isEmpty {
          beginnings.append((state, [name]))
        }
      }
      return Comparison(play.transcripts, stories, of: common)
    }
    self.beginnings = beginnings
  }

  /// Whether no transcript can be compared.
  var isEmpty: Bool { plays.isEmpty }

  /// The plays of the transcripts. Transcripts with equal lines to the host are played once.
  private static func plays(
    _ viewModels: [ComparedViewModel], _ transcripts: [StyledTranscript], in catalog: Catalog,
    observing outputs: Set<String>
  ) -> [Play] {
    var plays: [Play] = []
    for styled in transcripts {
      // The ViewModel that it is written for may not be among the compared ones.
      guard let original = try? ComparedViewModel(styled.styles.first ?? "", in: catalog) else {
        continue
      }
      var lines: [String: [String]] = [:]
      for viewModel in viewModels {
        lines[viewModel.name] = viewModel.lines(
          of: styled, writtenFor: original, observing: outputs)
      }
      if lines.count < 2 { continue }
      let subject = Comparison.Subject(name: styled.name, title: styled.transcript.title)
      if let same = plays.firstIndex(where: { $0.lines == lines }) {
        plays[same].transcripts.append(subject)
      } else {
        plays.append(Play(transcripts: [subject], transcript: styled.transcript, lines: lines))
      }
    }
    return plays
  }

  /// The cost of each ViewModel in the equal comparisons with the most participants. Others are not
  /// measured.
  func costs(isMeasured: Bool) -> [String: Cost] {
    let same = zip(plays, comparisons).filter { $0.1.isSame }.map(\.0)
    let most = same.map(\.lines.count).max()
    guard isMeasured, let names = same.first(where: { $0.lines.count == most })?.lines.keys else {
      return [:]
    }
    let measured = same.filter { $0.lines.keys == names }
    var costs: [String: Cost] = [:]
    for name in names {
      let lines = measured.compactMap { play in
        play.lines[name].map { ($0, play.transcript) }
      }
      costs[name] = Cost(lines, on: stage)
    }
    return costs
  }

  /// All comparisons as drawings, or only the one of the transcript with that name.
  func drawings(named name: String) -> [(transcript: String, diagram: MarbleDiagram)] {
    let named = comparisons.filter { $0.transcripts.contains { $0.name == name } }
    if !named.isEmpty { return named.map { (name, $0.diagram) } }
    return comparisons.map { ($0.transcripts[0].name, $0.diagram) }
  }

  /// The report on equal and different behavior.
  var text: String {
    let same = comparisons.filter(\.isSame)
    let differing = comparisons.filter { !$0.isSame }
    var text =
      "\nThe same for all who take part: \(same.count) of \(comparisons.count) conversations\n"
    let names = same.flatMap(\.transcripts).map(\.name).joined(separator: ", ")
    for line in Help.wrapped(names, width: Comparison.width) { text += "  \(line)\n" }
    if !leftOut.isEmpty {
      text += "Left out are outputs that not all have: \(leftOut.joined(separator: ", "))\n"
    }
    let idle = viewModels.map(\.name).filter { name in
      !plays.contains { $0.lines[name] != nil }
    }
    if !idle.isEmpty { text += "In none of them: \(idle.joined(separator: ", "))\n" }
    for (state, names) in beginnings.count > 1 ? beginnings : [] {
      text += "Begins with \(state): \(names.joined(separator: ", "))\n"
    }
    for comparison in differing { text += "\n\(comparison.text)" }
    return text
  }
}
