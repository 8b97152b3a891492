nonisolated extension MarbleDiagram {
  /// Draws several ViewModels in one conversation: a row for each input, and below it a row for
  /// each ViewModel with all that a frontend sees. Initial states are left out.
  ///
  /// - Parameter outputs: the outputs to draw, which all of them have.
  init(_ stories: [(name: String, story: Story)], of outputs: Set<String>) {
    var rows: [Stream] = []
    for step in stories.first?.story.steps ?? [] {
      for moment in step.done where !moment.isOfService {
        let mark = (time: step.milliseconds, mark: moment.mark)
        if let index = rows.firstIndex(where: { $0.label == moment.name }) {
          rows[index].marks.append(mark)
        } else {
          rows.append(Stream(.input, moment.name, [mark]))
        }
      }
    }
    for (name, story) in stories {
      let marks = story.steps.flatMap { step in
        step.seen.joined().filter { moment in
          moment.kind != .start && (moment.kind != .output || outputs.contains(moment.name))
        }.map { (time: step.milliseconds, mark: $0.namedMark(isOnly: outputs.count == 1)) }
      }
      rows.append(Stream(.viewModel, name, marks))
    }
    self.init(rows)
  }
}

nonisolated extension Moment {
  fileprivate var isOfService: Bool {
    if case .answer = kind { true } else { false }
  }

  /// Its mark in a row that several outputs and events share.
  ///
  /// - Parameter isOnly: whether the row has one output only.
  fileprivate func namedMark(isOnly: Bool) -> MarbleDiagram.Mark {
    switch kind {
    case .output: .init(text: isOnly ? text : "\(name) \(text)")
    case .event: text.isEmpty ? .init(text: name) : .init(text: "\(name) \(text)")
    case .fault: .init(text: "\(name) \(text)", isError: true)
    default: mark
    }
  }
}
