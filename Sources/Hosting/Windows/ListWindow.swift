/// A window on one list, of any type: what the frontend wants, and what was there when the list was read last.
class OpenWindow {
  /// What the frontend wants.
  final fileprivate(set) var window: Window
  /// Where it stood then; `nil` if there was no list.
  final fileprivate(set) var position: WindowPosition?

  fileprivate init(_ window: Window) { self.window = window }

  nonisolated deinit {}

  /// Has it stand elsewhere from the next reading on.
  func move(to window: Window) { self.window = window }

  /// The frontend is told of what was there when the list was read last.
  func wasTold() {}

  /// Lets go of what the list is read from.
  func end() {}
}

/// A window on one list.
///
/// Nothing of the list is kept but rows of the window, and none but those are read: while anybody else holds the list,
/// a ViewModel that changes one element copies all of them.
final class ListWindow<List: RandomAccessCollection>: OpenWindow where List.Element: Encodable {
  private var list: (() -> List?)?
  /// The rows that were read last, if it is anchored.
  private var latest: [List.Element] = []
  /// The rows that the frontend knows, if the window goes with the first of them, and where they stood.
  private var anchors: [List.Element] = []
  private var anchored = WindowPosition(total: 0, offset: 0)

  /// - Parameter list: reads the list; `nil` while there is none.
  init(_ window: Window, on list: @escaping () -> List?) {
    self.list = list
    super.init(window)
  }

  override func move(to window: Window) {
    super.move(to: window)
    anchors = []
  }

  override func wasTold() {
    guard window.isAnchored, let position else {
      anchors = []
      return
    }
    // A list that is too short yet may become long enough.
    anchors = !anchors.isEmpty || position.offset == window.offset ? latest : []
    anchored = position
  }

  override func end() {
    list = nil
    latest = []
    anchors = []
  }

  /// Reads the rows that stand in it now.
  func rows() -> [List.Element] {
    guard let list = list?() else {
      position = nil
      latest = []
      return []
    }
    let total = list.count
    let wanted = anchoredOffset(in: list) ?? window.offset
    let offset = min(wanted, max(0, total - window.limit))
    let start = list.index(list.startIndex, offsetBy: offset)
    let end = list.index(start, offsetBy: min(window.limit, total - offset))
    let rows = Array(list[start..<end])
    position = WindowPosition(total: total, offset: offset)
    latest = window.isAnchored ? rows : []
    return rows
  }

  /// Where the first row stands now; `nil` if the window is where the frontend wants it.
  private func anchoredOffset(in list: List) -> Int? {
    guard !anchors.isEmpty, let type = Self.self as? any IdentifiedRows<List>.Type
    else { return nil }
    return type.offset(of: anchors, at: anchored, in: list) ?? anchored.offset
  }
}

/// What only a window on elements with an identity can do.
protocol IdentifiedRows<List> {
  associatedtype List: RandomAccessCollection where List.Element: Encodable

  /// Where the first of some rows stands that is still in a list; `nil` if there is none.
  ///
  /// - Parameter position: where the rows stood in the list as it was.
  static func offset(
    of rows: [List.Element], at position: WindowPosition, in list: List
  ) -> Int?

  /// Makes what tells of the rows.
  static var maker: (ViewModelBox<ListWindow<List>>, OutputState.Place) -> OutputState { get }
}

extension ListWindow: IdentifiedRows where List.Element: Identifiable {
  /// How far from where it may be expected a row is looked for.
  private static var reach: Int { 1_000 }

  static func offset(
    of rows: [List.Element], at position: WindowPosition, in list: List
  ) -> Int? {
    guard let first = rows.first?.id else { return nil }
    let count = list.count
    func id(_ offset: Int) -> List.Element.ID {
      list[list.index(list.startIndex, offsetBy: offset)].id
    }
    // Either nothing has come or gone above it, or all of it has.
    let expected = [position.offset, position.offset + count - position.total]
    for offset in expected where 0..<count ~= offset && id(offset) == first { return offset }

    var ranks: [List.Element.ID: Int] = [:]
    for (rank, row) in rows.enumerated() where ranks[row.id] == nil { ranks[row.id] = rank }
    var best: (rank: Int, offset: Int)?
    var next = 0
    for expected in expected.sorted() {
      let end = max(next, min(count, expected + reach + 1))
      for offset in min(max(next, expected - reach), end)..<end {
        guard let rank = ranks[id(offset)], rank < best?.rank ?? .max else { continue }
        if rank == 0 { return offset }
        best = (rank, offset)
      }
      next = end
    }
    return best?.offset
  }

  static var maker: (ViewModelBox<ListWindow<List>>, OutputState.Place) -> OutputState {
    let maker = ListOutput<ListWindow<List>, List.Element>.Maker { $0.rows() }
    return { maker.makeState($0, $1) }
  }
}
