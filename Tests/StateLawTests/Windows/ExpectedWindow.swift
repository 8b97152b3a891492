import JSON

/// A window as `protocol.md`, "Windows", defines it, in the plainest way.
struct ExpectedWindow {
  /// Where the frontend wants it.
  private(set) var asked: Int
  private(set) var limit: Int
  let isAnchored: Bool
  private(set) var offset = 0
  private(set) var total = 0
  /// The identities of the rows that stood in it, if it goes with the first of them.
  private var anchors: [Int] = []

  init(asked: Int, limit: Int, isAnchored: Bool) {
    self.asked = asked
    self.limit = limit
    self.isAnchored = isAnchored
  }

  mutating func move(to offset: Int, _ limit: Int) {
    asked = offset
    self.limit = limit
    anchors = []
  }

  /// The value of the output.
  ///
  /// - Parameter ids: the identities of the elements, where they have any.
  mutating func value(of list: JSONValue, _ ids: [Int]?) -> JSONValue {
    guard case .array(let list) = list else {
      (offset, total, anchors) = (0, 0, [])
      return .null
    }
    total = list.count
    var wanted = max(0, asked)
    if let ids, !anchors.isEmpty {
      wanted = anchors.lazy.compactMap { ids.firstIndex(of: $0) }.first ?? offset
    }
    offset = min(wanted, max(0, total - limit))
    let rows = offset..<min(offset + limit, total)
    let isThere = !anchors.isEmpty || offset == max(0, asked)
    anchors = isAnchored && isThere ? rows.compactMap { ids?[$0] } : []
    return [
      "total": .integer(Int64(total)), "offset": .integer(Int64(offset)),
      "items": .array(Array(list[rows])),
    ]
  }

  /// What `viewModel/window` answers.
  var answer: JSONValue {
    [
      "total": .integer(Int64(total)), "offset": .integer(Int64(offset)),
      "limit": .integer(Int64(limit)),
    ]
  }
}
