/// What a frontend sees of a list: so many rows from an offset on. `protocol.md`, "Windows", has the rules.
package struct Window: Equatable {
  /// Where the frontend wants it to begin, counted from 0. The list may be too short for that.
  package var offset: Int
  /// How many rows it has at most.
  package var limit: Int
  /// Whether it goes with its first row when rows come or go above that.
  package var isAnchored: Bool

  package init(offset: Int, limit: Int, isAnchored: Bool) {
    self.offset = max(0, offset)
    self.limit = max(0, limit)
    self.isAnchored = isAnchored
  }
}

/// Where a window stands in its list.
package struct WindowPosition: Equatable {
  /// How many rows the list has.
  package var total: Int
  /// Which of them is the first of the window.
  package var offset: Int
}

/// What part of an output is in the state.
package enum OutputPart: Equatable {
  case whole
  /// Of a list, some rows.
  case window(Window)
}

/// What windows there can be on an output.
package enum WindowKinds {
  /// It is no list.
  case none
  /// Its elements have no identity.
  case unanchored
  case all
}
