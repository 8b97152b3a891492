nonisolated extension MarbleDiagram {
  /// What several ViewModels do in one conversation: a row for each input, and below a row for each ViewModel, with all
  /// that is seen of it. How they begin is left out.
  ///
  /// - Parameter outputs: those that all of them have; others are left out.
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

  /// How it looks in a row that is about more than this.
  ///
  /// - Parameter isOnly: whether there is no other output.
  fileprivate func namedMark(isOnly: Bool) -> MarbleDiagram.Mark {
    switch kind {
    case .output: .init(text: isOnly ? text : "\(name) \(text)")
    case .event: text.isEmpty ? .init(text: name) : .init(text: "\(name) \(text)")
    case .fault: .init(text: "\(name) \(text)", isError: true)
    default: mark
    }
  }
}
