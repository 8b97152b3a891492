import JSON
import OperatingSystem

/// Finds without a screen: prints all matches, best first.
struct Filter {
  private let options: FindOptions
  private let host = FinderHost()
  /// The number of lines in one request.
  private static let page = 10_000

  init(_ options: FindOptions) { self.options = options }

  static let tooManyMarks = "the query has too many combining marks"

  func run(_ query: String) throws -> FindSession.Ending {
    if query.hasTooManyMarks { throw FindUsageError(Self.tooManyMarks) }
    defer { host.end() }
    try host.create(options, previewLines: 0, rows: 1, hasScreen: false)
    if !query.isEmpty { host.input("query", ["text": .string(query)]) }
    var complaint: String?
    try exchange(until: {
      host.state?["isSearching"] == false
        && host.state?.text("foundQuery").hasSameCodeUnits(as: query) == true
    }) { complaint = $0 }
    if options.printsQuery { try options.write([Array(query.utf8)]) }
    let total = Int(host.state?["total"]?.integerValue ?? 0)
    for start in stride(from: 0, to: total, by: Self.page) {
      var texts: [JSONValue]?
      host.call(
        "texts", ["from": .integer(Int64(start)), "count": .integer(Int64(Self.page))]
      ) { texts = $0.arrayValue ?? [] }
      try exchange(until: { texts != nil }) { complaint = $0 }
      try options.write((texts ?? []).map { options.printed($0.stringValue ?? "") })
    }
    let status = total > 0 ? FindSession.accepted : FindSession.noMatch
    return FindSession.Ending(status: status, complaint: complaint)
  }

  private func exchange(
    until isDone: () -> Bool, problem: (String) -> Void
  ) throws {
    while !isDone() {
      let ready = Poll.wait(for: host.interests)
      for case .problem(let words) in try host.exchange(isReadable: ready[0].isReady) {
        problem(words)
      }
    }
  }
}
