/// The rows of a list that a frontend sees, by offset and limit. The rules are in `protocol.md`,
/// "Windows".
package struct Window: Equatable {
  /// The first row, from 0. The list may be too short for it.
  package var offset: Int
  /// The maximum number of rows.
  package var limit: Int
  /// Whether the window follows its first row when rows above it are inserted or removed.
  package var isAnchored: Bool

  package init(offset: Int, limit: Int, isAnchored: Bool) {
    self.offset = max(0, offset)
    self.limit = max(0, limit)
    self.isAnchored = isAnchored
  }
}

/// The position of a window in its list.
package struct WindowPosition: Equatable {
  /// The number of rows in the list.
  package var total: Int
  /// The index of the first row of the window.
  package var offset: Int
}

/// The part of an output in the frontend's state.
package enum OutputPart: Equatable {
  case whole
  /// Some rows of a list.
  case window(Window)
}

/// The windows that an output supports.
package enum WindowKinds {
  /// None: it is not a list.
  case none
  /// Windows without an anchor: its elements have no identity.
  case unanchored
  case all
}
