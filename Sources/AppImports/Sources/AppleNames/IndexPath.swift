@_exported import Foundation

#if !canImport(Darwin)
  extension IndexPath {
    /// The path of a row of a table.
    nonisolated public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The path of an item of a collection.
    nonisolated public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section.
    nonisolated public var section: Int {
      get { self[0] }
      set { self[0] = newValue }
    }

    /// The row of a table.
    nonisolated public var row: Int {
      get { self[1] }
      set { self[1] = newValue }
    }

    /// The item of a collection.
    nonisolated public var item: Int {
      get { self[1] }
      set { self[1] = newValue }
    }
  }
#endif
