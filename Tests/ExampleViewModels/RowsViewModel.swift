import Observation
import Reactive
import ReactiveCombine
import ViewModelKit

/// A list of rows in every way in which an output can be one.
@Observable
package final class RowsViewModel {
  package struct Row: Codable, Identifiable, Sendable {
    package let id: Int
    package var name: String
  }

  package private(set) var rows: [Row] = [] {
    didSet { if !isAlone { shareRows() } }
  }
  package private(set) var maybe: [Row]?
  package var even: [Row] { rows.filter { $0.id.isMultiple(of: 2) } }
  package var names: [String] { rows.map(\.name) }
  @ObservationIgnored private(set) lazy var relay = BehaviorRelay(value: rows)

  /// Whether only `rows` has the rows; else each change copies all of them.
  @ObservationIgnored private let isAlone: Bool

  /// - Parameters:
  ///   - count: at most a million, whatever is asked for.
  ///   - alone: whether only `rows` is a list, of which a change of one row costs the same however
  ///     many there are.
  package init(count: Int, alone: Bool) {
    isAlone = alone
    rows = (0..<min(max(0, count), 1_000_000)).map { Row(id: $0, name: "row \($0)") }
    if !alone { maybe = rows.isEmpty ? nil : rows }
  }

  private func shareRows() {
    maybe = rows.isEmpty ? nil : rows
    relay.accept(rows)
  }

  package func insert(id: Int, at: Int) {
    rows.insert(Row(id: id, name: "row \(id)"), at: min(max(0, at), rows.count))
  }

  package func remove(at: Int, count: Int) {
    let start = min(max(0, at), rows.count)
    rows.removeSubrange(start..<start + min(max(0, count), rows.count - start))
  }

  package func rename(at: Int, name: String) {
    if rows.indices.contains(at) { rows[at].name = name }
  }
}

extension RowsViewModel: ViewModel {
  package static let interface = Interface<RowsViewModel> {
    input("insert", RowsViewModel.insert, "id", "at")
    input("remove", RowsViewModel.remove, "at", .named("count", default: 1))
    input("rename", RowsViewModel.rename, "at", "name")
    output("rows", \.rows)
    output("maybe", \.maybe)
    output("even", \.even)
    output("names", \.names)
    output("relay", \.relay)
    output("driver") { $0.relay.asDriver() }
    output("count") { $0.rows.count }
  }
}
