import JSON
import OperatingSystem

/// Finds without a screen: all that matches, the best first.
struct Filter {
  private let options: FindOptions
  /// How many lines are asked for at once.
  private static let page = 5_000

  init(_ options: FindOptions) { self.options = options }

  func run(_ query: String) throws -> FindSession.Ending {
    let host = try FinderHost()
    defer { host.end() }
    host.create(options.parameters(previewLines: 0), rows: 1)
    if !query.isEmpty { host.input("query", ["text": .string(query)]) }
    var complaint: String?
    func wait(until isDone: (JSONValue) -> Bool) throws {
      while !(host.state.map(isDone) ?? false) {
        let ready = Poll.wait(for: host.interests)
        for case .problem(let words) in try host.exchange(isReadable: ready[0].isReady) {
          complaint = words
        }
      }
    }
    try wait { $0["isSearching"] == false && $0.text("foundQuery") == query }
    let total = Int(host.state?["total"]?.integerValue ?? 0)
    var lines = options.printsQuery ? [Array(query.utf8)] : []
    for offset in stride(from: 0, to: total, by: Self.page) {
      let count = min(Self.page, total - offset)
      host.moveWindow(to: offset, rows: count)
      try wait {
        $0["matches"]?["offset"] == .integer(Int64(offset))
          && $0["matches"]?.list("items").count == count
      }
      lines += host.state?["matches"]?.list("items").map { options.printed($0.text("text")) } ?? []
    }
    let status = total > 0 ? FindSession.accepted : FindSession.noMatch
    return FindSession.Ending(status: status, lines: lines, complaint: complaint)
  }
}
