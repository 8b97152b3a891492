nonisolated extension MarbleDiagram {
  /// A sign with a fixed meaning.
  enum Symbol: String, CaseIterable, Sendable {
    case dot = "●"
    case ask = "?"
    case answer = "✓"
    case error = "!"
    case cancel = "×"
    case end = "⏎"
    case completion = "|"
    case failure = "#"

    fileprivate var meaning: String {
      switch self {
      case .dot: "● input or event without a value"
      case .ask: "?1 first call of a service"
      case .answer: "✓1 its answer"
      case .error: "!1 its error"
      case .cancel: "× cancelled"
      case .end: "⏎ answer to who called"
      case .completion: "| completed"
      case .failure: "# failed"
      }
    }
  }

  /// The meanings of the signs in the drawing.
  var legend: [String] {
    let used = rows.reduce(into: Set<Symbol>()) { used, row in
      for mark in row.marks.values { used.formUnion(mark.symbols) }
    }
    return Symbol.allCases.filter(used.contains).map(\.meaning)
  }

  /// The colors in the drawing.
  var colors: [Sort] {
    let errors = rows.contains { $0.marks.values.contains(where: \.isError) }
    return Sort.allCases.filter { sort in
      rows.contains { $0.sort == sort } || sort == .fault && errors
    }
  }
}

nonisolated extension MarbleDiagram.Mark {
  init(_ symbol: MarbleDiagram.Symbol, _ text: String = "", isError: Bool = false) {
    self.init(text: "\(symbol.rawValue)\(text)", isError: isError, symbols: [symbol])
  }
}

nonisolated extension MarbleDiagram.Sort {
  /// The meaning of its color.
  var meaning: String {
    switch self {
    case .input: "what the frontend does"
    case .service: "services"
    case .output: "outputs"
    case .viewModel: "what a ViewModel does"
    case .event: "events"
    case .fault: "errors"
    }
  }
}
