/// A collection whose order differs between runs of a process. Its JSON is sorted, so that equal
/// values give equal bytes.
protocol UnorderedCollection {
  /// The number of array elements for each item: a dictionary whose keys are not texts encodes each
  /// key followed by its value.
  static var valuesPerItem: Int { get }
}

extension Dictionary: UnorderedCollection {
  static var valuesPerItem: Int { 2 }
}

extension Set: UnorderedCollection {
  static var valuesPerItem: Int { 1 }
}

/// A dictionary that is an object in JSON, with its keys unchanged.
protocol TextKeyedDictionary {
  /// Encodes the members in the order of RFC 8785, section 3.2.3.
  ///
  /// - Parameter encoder: The dictionary's encoder.
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
  /// Creates an object of members with different keys, sorted as RFC 8785 requires.
  init(sorting members: consuming MemberBuffer) {
    let order = members.withMembers { members in
      // Numbers are faster to move and compare than texts.
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
  /// Sorts the encoded form of an unordered collection by its content.
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

  /// Orders numbers by size, then strings by UTF-16 code units, then all others by their JSON text.
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
