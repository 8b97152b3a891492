/// A conversation as a drawing: a row for each input, service, output and event, a column for each thing that happens.
/// Or streams: a row for each, a column for each time at which something happens.
///
/// Columns are as wide as what stands in them, whatever the time between them. The times stand above, each over all the
/// columns that are of it.
nonisolated struct MarbleDiagram: Hashable, Sendable {
  /// What a row is about; it chooses the color.
  enum Sort: Hashable, Sendable, CaseIterable {
    case input, service, output, viewModel, event, fault
  }

  struct Row: Hashable, Sendable {
    let sort: Sort
    let label: String
    /// What stands in the row, by column.
    fileprivate(set) var marks: [Int: Mark] = [:]

    fileprivate mutating func add(_ mark: Mark, in column: Int) {
      guard var old = marks[column] else { return marks[column] = mark }
      old.text += " \(mark.text)"
      old.isError = old.isError || mark.isError
      old.symbols.formUnion(mark.symbols)
      marks[column] = old
    }
  }

  struct Mark: Hashable, Sendable {
    var text: String
    var isError = false
    /// What of the legend is in it.
    var symbols: Set<Symbol> = []
  }

  /// What happens in a stream, each with its time in milliseconds, in the order of time.
  struct Stream {
    let sort: Sort
    let label: String
    var marks: [(time: Int, mark: Mark)]

    init(_ sort: Sort, _ label: String, _ marks: [(time: Int, mark: Mark)]) {
      self.sort = sort
      self.label = label
      self.marks = marks
    }
  }

  /// The time of each column, in whole milliseconds of virtual time; `nil` where it is that of the column before.
  private(set) var times: [Int?] = []
  private(set) var rows: [Row] = []

  private var lastTime: Int?
  /// Whether labels name the instance.
  private let hasSeveralInstances: Bool

  init(_ story: Story) {
    let moments = story.steps.flatMap { $0.done + $0.seen.joined() }
    hasSeveralInstances = story.hasSeveralInstances
    let inputs = moments.filter { $0.kind == .input || $0.kind == .request }
    let calls = moments.filter { $0.kind == .ask }
    for moment in inputs + calls + story.outputs + moments {
      let row = row(for: moment)
      if index(of: row) == nil { rows.append(row) }
    }
    for step in story.steps { add(step) }
  }

  /// What happens at the same time stands in the same column.
  init(_ streams: [Stream]) {
    hasSeveralInstances = false
    let columns = Set(streams.flatMap { $0.marks.map(\.time) }).sorted()
    times = columns
    rows = streams.map { stream in
      var row = Row(sort: stream.sort, label: stream.label)
      for (time, mark) in stream.marks {
        if let column = columns.firstIndex(of: time) { row.add(mark, in: column) }
      }
      return row
    }
  }

  /// A line to the host and all that it set off share a column: what stands in one place comes one after the other.
  private mutating func add(_ step: Story.Step) {
    let moments = step.done + step.seen.joined()
    if moments.isEmpty { return }
    let time = step.milliseconds
    times.append(time == lastTime ? nil : time)
    lastTime = time
    for moment in moments {
      guard let index = index(of: row(for: moment)) else { continue }
      rows[index].add(moment.mark, in: times.count - 1)
    }
  }

  /// All that stands in a column, with the time above it.
  func texts(in column: Int) -> [String] {
    rows.compactMap { $0.marks[column]?.text } + (times[column].map { ["\($0)"] } ?? [])
  }

  private func index(of row: Row) -> Int? {
    rows.firstIndex { $0.sort == row.sort && $0.label == row.label }
  }

  private func row(for moment: Moment) -> Row {
    let sort: Sort =
      switch moment.kind {
      case .input, .request, .giveUp, .value, .cancelled: .input
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
  var mark: MarbleDiagram.Mark {
    switch kind {
    case .ask: .init(.ask, "\(number)\(text.isEmpty ? "" : " \(text)")")
    case .cancel: .init(.cancel, "\(number)")
    case .giveUp: .init(.cancel)
    case .answer(isError: true): .init(.error, "\(number) \(text)", isError: true)
    case .answer: .init(.answer, "\(number)")
    case .value: .init(.end, text.isEmpty ? "" : " \(text)")
    case .cancelled: .init(text: "⏎×", symbols: [.end, .cancel])
    case .fault: text.isEmpty ? .init(.error, isError: true) : .init(text: text, isError: true)
    case .input, .request, .start, .output, .event: text.isEmpty ? .init(.dot) : .init(text: text)
    }
  }
}
