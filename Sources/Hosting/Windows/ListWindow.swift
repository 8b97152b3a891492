/// A window on a list of any type: what the frontend asked for, and the position at the last read.
class OpenWindow {
  /// The window that the frontend asked for.
  final fileprivate(set) var window: Window
  /// The position at the last read; `nil` if there was no list.
  final fileprivate(set) var position: WindowPosition?

  fileprivate init(_ window: Window) { self.window = window }

  nonisolated deinit {}

  /// Changes the window from the next read on.
  func move(to window: Window) { self.window = window }

  /// Notes that the rows of the last read are published.
  func didPublish() {}

  /// Releases the source of the list.
  func end() {}
}

/// A window on one list.
///
/// It reads and keeps only the rows of the window: while another owner holds the ViewModel's list,
/// changing one element copies all of them.
final class ListWindow<List: RandomAccessCollection>: OpenWindow where List.Element: Encodable {
  private var list: (() -> List?)?
  /// The rows of the last read, if the window is anchored.
  private var latest: [List.Element] = []
  /// The published rows, if the window follows the first of them, and their position.
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

  override func didPublish() {
    guard window.isAnchored, let position else {
      anchors = []
      return
    }
    // A short list may still grow long enough.
    anchors = !anchors.isEmpty || position.offset == window.offset ? latest : []
    anchored = position
  }

  override func end() {
    list = nil
    latest = []
    anchors = []
  }

  /// Reads the current rows.
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

  /// The current offset of the first row; `nil` if the window has the offset that the frontend
  /// asked for.
  private func anchoredOffset(in list: List) -> Int? {
    guard !anchors.isEmpty, let type = Self.self as? any IdentifiedRows<List>.Type
    else { return nil }
    return type.offset(of: anchors, at: anchored, in: list) ?? anchored.offset
  }
}

/// The parts of a window that require elements with an identity.
protocol IdentifiedRows<List> {
  associatedtype List: RandomAccessCollection where List.Element: Encodable

  /// The offset of the first of some rows that is still in a list; `nil` if there is none.
  ///
  /// - Parameter position: the position of the rows in the earlier list.
  static func offset(
    of rows: [List.Element], at position: WindowPosition, in list: List
  ) -> Int?

  /// Makes the output of the rows.
  static var maker: (ViewModelBox<ListWindow<List>>, OutputState.Location) -> OutputState { get }
}

extension ListWindow: IdentifiedRows where List.Element: Identifiable {
  /// The distance from the expected offsets within which rows are searched.
  private static var reach: Int { 1_000 }

  static func offset(
    of rows: [List.Element], at position: WindowPosition, in list: List
  ) -> Int? {
    guard let first = rows.first?.id else { return nil }
    let count = list.count
    func id(_ offset: Int) -> List.Element.ID {
      list[list.index(list.startIndex, offsetBy: offset)].id
    }
    // The insertions and removals were either all below the row, or all above it.
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

  static var maker: (ViewModelBox<ListWindow<List>>, OutputState.Location) -> OutputState {
    let maker = ListOutput<ListWindow<List>, List.Element>.Maker { $0.rows() }
    return { maker.makeState($0, $1) }
  }
}
