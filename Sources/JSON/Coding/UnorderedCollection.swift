/// A collection whose order differs from one run of a process to the next. Its JSON is sorted, so
/// that equal values give equal bytes.
protocol UnorderedCollection {
  /// How many values each item is in an array: a dictionary whose keys are not texts gives each key
  /// followed by its value.
  static var valuesPerItem: Int { get }
}

extension Dictionary: UnorderedCollection {
  static var valuesPerItem: Int { 2 }
}

extension Set: UnorderedCollection {
  static var valuesPerItem: Int { 1 }
}

/// A dictionary that is an object in JSON, with its keys as they are.
protocol TextKeyedDictionary {
  /// The members, in the order of RFC 8785.
  ///
  /// - Parameter encoder: the dictionary's own.
  func members(encodedBy encoder: ValueEncoder) throws -> JSONObject
}

extension Dictionary: TextKeyedDictionary where Key == String, Value: Encodable {
  @specialized(where Value == Int)
  @specialized(where Value == String)
  @specialized(where Value == Double)
  @specialized(where Value == Bool)
  func members(encodedBy encoder: ValueEncoder) throws -> JSONObject {
    var members = MemberBuffer(minimumCapacity: count)
    for (key, value) in self {
      members.append(.init(key: key, value: try encoder.encoded(value, at: .member(key))))
    }
    return JSONObject(sorting: consume members)
  }
}

extension JSONObject {
  /// An object of members with different keys, put into the order of RFC 8785.
  init(sorting members: consuming MemberBuffer) {
    let order = members.withMembers { members in
      // Numbers are moved faster than texts, and compared.
      members.indices.map { (rank: members[$0].key.rankInUTF16, index: $0) }.sorted {
        if $0.rank != $1.rank { return $0.rank < $1.rank }
        return members[$0.index].key.precedesInUTF16(members[$1.index].key)
      }
    }
    members.reorder(order.lazy.map(\.index))
    self.init(sorted: members)
  }
}

extension JSONValue {
  /// The encoded form of an unordered collection in an order that depends on its content only.
  func sorted(valuesPerItem: Int) -> JSONValue {
    switch self {
    case .object(let object):
      return .object(JSONObject(sorting: object.members))
    case .array(let elements) where elements.count % valuesPerItem == 0:
      let items = stride(from: 0, to: elements.count, by: valuesPerItem).map {
        elements[$0..<$0 + valuesPerItem]
      }
      let sorted = items.sorted { $0[$0.startIndex].precedes($1[$1.startIndex]) }
      return .array(sorted.flatMap { $0 })
    default: return self
    }
  }

  /// Numbers by size, before strings by UTF-16 code units, before all else by its text.
  private func precedes(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.string(let left), .string(let right)): left.precedesInUTF16(right)
    default:
      if let left = doubleValue, let right = other.doubleValue {
        left < right
      } else if rank != other.rank {
        rank < other.rank
      } else {
        description.precedesInUTF16(other.description)
      }
    }
  }

  private var rank: Int {
    switch self {
    case .integer, .double: 0
    case .string: 1
    default: 2
    }
  }
}
