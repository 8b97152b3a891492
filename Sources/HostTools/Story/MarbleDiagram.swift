import Transcripts

/// A conversation as a drawing: a row for each input, service, output and event, a column for each thing that happens.
/// Or streams: a row for each, a column for each time at which something happens.
///
/// Columns are as wide as what stands in them, whatever the time between them. The times stand above.
nonisolated package struct MarbleDiagram: Hashable, Sendable {
  /// What a row is about; it chooses the color.
  package enum Sort: Hashable, Sendable, CaseIterable { case input, service, output, event, fault }

  package struct Row: Hashable, Sendable {
    package let sort: Sort
    package let label: String
    /// What stands in the row, by column.
    package fileprivate(set) var marks: [Int: Mark] = [:]

    fileprivate mutating func add(_ mark: Mark, in column: Int) {
      guard var old = marks[column] else { return marks[column] = mark }
      old.text += " \(mark.text)"
      old.isError = old.isError || mark.isError
      marks[column] = old
    }
  }

  package struct Mark: Hashable, Sendable {
    package var text: String
    package var isError: Bool

    package init(text: String, isError: Bool = false) {
      self.text = text
      self.isError = isError
    }
  }

  /// What happens in a stream, each with its time in milliseconds, in the order of time.
  package struct Stream {
    package let sort: Sort
    package let label: String
    package let marks: [(time: Int, mark: Mark)]

    package init(_ sort: Sort, _ label: String, _ marks: [(time: Int, mark: Mark)]) {
      self.sort = sort
      self.label = label
      self.marks = marks
    }
  }

  /// The time of each column, in milliseconds of virtual time; `nil` where it is that of the column before.
  package private(set) var times: [Double?] = []
  package private(set) var rows: [Row] = []

  private var lastTime: Double?
  /// Whether labels name the instance.
  private let hasSeveralInstances: Bool

  package init(_ story: Story) {
    let moments = story.steps.flatMap { $0.done + $0.seen.joined() }
    hasSeveralInstances = story.hasSeveralInstances
    let inputs = moments.filter { $0.kind == .input || $0.kind == .request }
    for moment in inputs { addRow(for: moment) }
    for moment in moments where moment.kind == .ask { addRow(for: moment) }
    for output in story.outputs {
      addRow(
        for: Moment(kind: .output, instance: output.instance, name: output.name, text: ""))
    }
    for moment in moments { addRow(for: moment) }
    for step in story.steps { add(step) }
  }

  /// What happens at the same time stands in the same column.
  package init(_ streams: [Stream]) {
    hasSeveralInstances = false
    let columns = Set(streams.flatMap { $0.marks.map(\.time) }).sorted()
    times = columns.map { Double($0) }
    rows = streams.map { stream in
      var row = Row(sort: stream.sort, label: stream.label)
      for (time, mark) in stream.marks {
        if let column = columns.firstIndex(of: time) { row.add(mark, in: column) }
      }
      return row
    }
  }

  /// What the line did and what it set off at once share a column; each further line from the host has one of its own.
  private mutating func add(_ step: Story.Step) {
    var isOpen = false
    func isTaken(_ moment: Moment) -> Bool { rows[index(of: moment)].marks[times.count - 1] != nil }
    for moments in [step.done] + step.seen where !moments.isEmpty {
      // A column is shared until something would stand in one place twice.
      if !isOpen || moments.contains(where: isTaken) {
        times.append(step.time == lastTime ? nil : step.time)
        lastTime = step.time
        isOpen = true
      }
      for moment in moments { mark(moment) }
    }
  }

  private mutating func mark(_ moment: Moment) {
    rows[index(of: moment)].add(moment.mark, in: times.count - 1)
  }

  /// All that stands in a column, with the time above it.
  func texts(in column: Int) -> [String] {
    rows.compactMap { $0.marks[column]?.text } + (times[column].map { [milliseconds($0)] } ?? [])
  }

  private mutating func addRow(for moment: Moment) {
    let row = row(for: moment)
    if !rows.contains(where: { $0.sort == row.sort && $0.label == row.label }) { rows.append(row) }
  }

  private func index(of moment: Moment) -> Int {
    let row = row(for: moment)
    return rows.firstIndex { $0.sort == row.sort && $0.label == row.label } ?? 0
  }

  private func row(for moment: Moment) -> Row {
    let sort: Sort =
      switch moment.kind {
      case .input, .request, .value: .input
      case .answer, .ask, .cancel: .service
      case .start, .output: .output
      case .event: .event
      case .fault: .fault
      }
    if sort == .service { return Row(sort: sort, label: "service \(moment.name)") }
    let isOfInstance = hasSeveralInstances && !moment.instance.isEmpty
    return Row(sort: sort, label: isOfInstance ? "\(moment.instance).\(moment.name)" : moment.name)
  }
}

nonisolated extension Moment {
  /// How it looks in its row.
  fileprivate var mark: MarbleDiagram.Mark {
    switch kind {
    case .ask: MarbleDiagram.Mark(text: text.isEmpty ? "?\(number)" : "?\(number) \(text)")
    case .cancel: MarbleDiagram.Mark(text: "×\(number)")
    case .answer(let isError):
      MarbleDiagram.Mark(text: isError ? "!\(number) \(text)" : "✓\(number)", isError: isError)
    case .value: MarbleDiagram.Mark(text: text.isEmpty ? "⏎" : "⏎ \(text)")
    case .fault: MarbleDiagram.Mark(text: text.isEmpty ? "!" : text, isError: true)
    case .input, .request, .start, .output, .event:
      MarbleDiagram.Mark(text: text.isEmpty ? "●" : text)
    }
  }
}

/// Milliseconds as people write them.
nonisolated func milliseconds(_ time: Double) -> String {
  Int(exactly: time).map(String.init) ?? "\(time)"
}
