/// A drawing of a conversation, with a row for each input, service, output and event, and a column
/// for each occurrence; or of streams, with a row for each stream, and a column for each time.
///
/// Columns are as wide as their content, whatever the time between them. Each time is above all of
/// its columns.
nonisolated struct MarbleDiagram: Hashable, Sendable {
  /// The subject of a row, which selects the color.
  enum Sort: Hashable, Sendable, CaseIterable {
    case input, service, output, viewModel, event, fault
  }

  struct Row: Hashable, Sendable {
    let sort: Sort
    let label: String
    /// The marks of the row, by column.
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
    /// The signs in it that the legend explains.
    var symbols: Set<Symbol> = []
  }

  /// The marks of a stream, each with its time in milliseconds, in order of time.
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

  /// The time of each column, in whole milliseconds of virtual time; `nil` if equal to the column
  /// before.
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

  /// Draws streams. Marks with equal times share a column.
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

  /// Adds a line to the host with its effects as one column. Several marks in one cell are in
  /// order.
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

  /// The texts of a column, with the time above it.
  func texts(in column: Int) -> [String] {
    rows.compactMap { $0.marks[column]?.text } + (times[column].map { ["\($0)"] } ?? [])
  }

  private func index(of row: Row) -> Int? {
    rows.firstIndex { $0.sort == row.sort && $0.label == row.label }
  }

  private func row(for moment: Moment) -> Row {
    let sort: Sort =
      switch moment.kind {
      case .input, .request, .cancelInput, .value, .cancelled: .input
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
  /// Its mark in its row.
  var mark: MarbleDiagram.Mark {
    switch kind {
    case .ask: .init(.ask, "\(number)\(text.isEmpty ? "" : " \(text)")")
    case .cancel: .init(.cancel, "\(number)")
    case .cancelInput: .init(.cancel)
    case .answer(isError: true): .init(.error, "\(number) \(text)", isError: true)
    case .answer: .init(.answer, "\(number)")
    case .value: .init(.end, text.isEmpty ? "" : " \(text)")
    case .cancelled: .init(text: "⏎×", symbols: [.end, .cancel])
    case .fault: text.isEmpty ? .init(.error, isError: true) : .init(text: text, isError: true)
    case .input, .request, .start, .output, .event: text.isEmpty ? .init(.dot) : .init(text: text)
    }
  }
}
