import ViewModelHost

/// The behavior of several ViewModels in one transcript, side by side.
struct Comparison {
  /// ViewModels with equal behavior.
  struct Group: Equatable {
    private(set) var names: [String]
    let steps: [Step]

    fileprivate mutating func add(_ name: String) { names.append(name) }
  }

  /// The compared part of a story's step.
  struct Step: Equatable {
    let time: Double
    let done: [String]
    let seen: [String]
  }

  /// A transcript, with its first comment as the title.
  struct Subject {
    let name: String
    let title: String
  }

  let transcripts: [Subject]
  private(set) var groups: [Group] = []
  /// One block of rows for each ViewModel.
  let diagram: MarbleDiagram

  /// Compares stories, without the initial states.
  ///
  /// - Parameters:
  ///   - transcripts: the transcripts, all with equal lines to the host.
  ///   - stories: one for each ViewModel, all with equally many steps.
  ///   - outputs: the outputs to compare, which all of them have.
  init(
    _ transcripts: [Subject], _ stories: [(name: String, story: Story)],
    of outputs: Set<String>
  ) {
    self.transcripts = transcripts
    diagram = MarbleDiagram(stories, of: outputs)
    for (name, story) in stories {
      let namesInstance = story.hasSeveralInstances
      let steps = story.steps.map { step in
        Step(
          time: step.time, done: step.done.map { $0.sentence(namesInstance: namesInstance) },
          seen: step.seen.joined().filter { moment in
            moment.kind != .start && (moment.kind != .output || outputs.contains(moment.name))
          }.map {
            $0.sentence(namesInstance: namesInstance)
              .exchanging("\(name) has no ", for: "it has no ")
          })
      }
      if let index = groups.firstIndex(where: { $0.steps == steps }) {
        groups[index].add(name)
      } else {
        groups.append(Group(names: [name], steps: steps))
      }
    }
  }

  var isSame: Bool { groups.count == 1 }

  /// The steps that differ, each line with the letters of its groups:
  ///
  ///     003-01
  ///       An error ends the stream.
  ///       A  foos.naive
  ///       B  foos.caught, foos.action
  ///               600 ms  foos 2 answers with the error net
  ///       A                 failed: net
  ///         B               event error net
  var text: String {
    var text = ""
    for transcript in transcripts {
      text += "\(transcript.name)\n"
      for line in Help.wrapped(transcript.title, width: Self.width) { text += "  \(line)\n" }
    }
    let letters = groups.indices.map { Self.letter($0) }
    for (letter, group) in zip(letters, groups) {
      let names = Help.wrapped(group.names.joined(separator: ", "), width: Self.width - 3)
      text += "  \(letter)  \(names.joined(separator: "\n     "))\n"
    }
    for index in groups[0].steps.indices {
      let steps = groups.map { $0.steps[index] }
      if steps.allSatisfy({ $0 == steps[0] }) { continue }
      var time = "\(Int(steps[0].time.rounded())) ms"
      time = String(repeating: " ", count: max(0, 9 - time.count)) + time
      let done = Self.merged(steps.map(\.done))
      if done.isEmpty { text += "  \(marks([]))\(time)\n" }
      for (line, owners) in done {
        text += "  \(marks(owners))\(time)  \(line)\n"
        time = String(repeating: " ", count: time.count)
      }
      for (line, owners) in Self.merged(steps.map(\.seen)) {
        text += "  \(marks(owners))\(String(repeating: " ", count: 13))\(line)\n"
      }
    }
    return text
  }

  /// The longest line of text, in characters.
  static let width = 78

  /// The letters of the groups that have a line, each in its column; blank if all have it.
  private func marks(_ owners: Set<Int>) -> String {
    groups.indices.map { index in
      owners.contains(index) && owners.count < groups.count ? "\(Self.letter(index)) " : "  "
    }.joined()
  }

  private static func letter(_ index: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
  }

  /// Merges lists of lines, keeping the order of each where possible, with the indices of the lists
  /// that have the line.
  private static func merged(_ lists: [[String]]) -> [(line: String, owners: Set<Int>)] {
    var merged: [(line: String, owners: Set<Int>)] = []
    for (owner, lines) in lists.enumerated() {
      var start = 0
      for line in lines {
        if let index = merged[start...].firstIndex(where: { $0.line == line }) {
          merged[index].owners.insert(owner)
          start = index + 1
        } else {
          merged.insert((line, [owner]), at: start)
          start += 1
        }
      }
    }
    return merged
  }
}
