/// A conversation as a drawing: a row for each input, service, output and event, a column for each thing that happens.
///
/// Columns are as wide as what stands in them, whatever the time between them. The times stand above.
package struct MarbleDiagram: Hashable, Sendable {
  /// What a row is about; it chooses the color.
  package enum Sort: Hashable, Sendable, CaseIterable { case input, service, output, event, fault }

  package struct Row: Hashable, Sendable {
    package let sort: Sort
    package let label: String
    /// What stands in the row, by column.
    package fileprivate(set) var marks: [Int: Mark] = [:]
  }

  package struct Mark: Hashable, Sendable {
    package var text: String
    package var isError = false
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
    let row = index(of: moment)
    let mark = moment.mark
    if var old = rows[row].marks[times.count - 1] {
      old.text += " \(mark.text)"
      old.isError = old.isError || mark.isError
      rows[row].marks[times.count - 1] = old
    } else {
      rows[row].marks[times.count - 1] = mark
    }
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

extension Moment {
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
func milliseconds(_ time: Double) -> String {
  Int(exactly: time).map(String.init) ?? "\(time)"
}
