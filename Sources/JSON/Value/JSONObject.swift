/// The members of a JSON object, in the order in which they were inserted.
///
/// Keys are compared by code units, never by canonical equivalence. A lookup in a small object goes
/// through its members; a large one has a hash index beside them, so it never becomes quadratic.
public struct JSONObject: Sendable {
  /// One member of an object.
  public typealias Member = (key: String, value: JSONValue)

  private(set) var members: ContiguousArray<Member>
  /// There exactly when there are more than ``KeyIndex/threshold`` members.
  private(set) var index: KeyIndex?

  /// An object without members.
  public init() {
    members = []
  }

  /// An object without members that has room for some.
  public init(minimumCapacity: Int) {
    members = []
    members.reserveCapacity(minimumCapacity)
  }

  /// Takes over members of which several may have the same key: the last one's value wins, in the
  /// place of the first.
  init(uniquing members: consuming ContiguousArray<Member>) {
    guard members.hasDuplicateKeys else {
      self.init(unique: members)
      return
    }
    self.init(minimumCapacity: members.count)
    for (key, value) in members { self[key] = value }
  }

  private init(unique members: ContiguousArray<Member>) {
    self.members = members
    if members.count > KeyIndex.threshold { index = KeyIndex(members) }
  }

  /// The keys, in the order of the members.
  public var keys: some RandomAccessCollection<String> {
    members.lazy.map(\.key)
  }

  /// The value of a key. Setting a new key appends a member, setting an existing one keeps its
  /// place, and setting nil removes the member.
  public subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(key: key, value: value)
      case (nil, nil): break
      }
    }
  }

  /// Appends a member whose key is known to be new: it is not looked for.
  public mutating func append(key: String, value: JSONValue) {
    members.append((key, value))
    if members.count > KeyIndex.threshold {
      if index == nil { index = KeyIndex(members) } else { index?.insertLast(of: members) }
    }
  }

  /// Where the member with this key stands, or nil when there is none.
  public func position(of key: String) -> Int? {
    if let index { return index.position(of: key, in: members) }
    return members.firstIndex { $0.key.hasSameCodeUnits(as: key) }
  }

  /// Removes the member at a position, which must be in bounds.
  @discardableResult
  public mutating func remove(at position: Int) -> Member {
    let removed = members.remove(at: position)
    index = members.count > KeyIndex.threshold ? KeyIndex(members) : nil
    return removed
  }

  /// Puts a member whose key is known to be new at a position, from 0 to `count`.
  mutating func insert(_ member: Member, at position: Int) {
    members.insert(member, at: position)
    index = members.count > KeyIndex.threshold ? KeyIndex(members) : nil
  }

  /// Changes the value at a position in place, without a copy when this object is the only owner.
  mutating func update<R, E: Error>(
    at position: Int,
    _ body: (inout JSONValue) throws(E) -> R
  ) throws(E) -> R {
    try body(&members[position].value)
  }
}

extension JSONObject: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { members.count }
  /// The member at a position, which must be in bounds.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members in the order written; of duplicate keys the last wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(minimumCapacity: elements.count)
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for (position, member) in left.members.enumerated() {
      let other = right.members[position]
      if member.key.hasSameCodeUnits(as: other.key) {
        guard member.value == other.value else { return false }
      } else {
        guard let value = right[member.key], member.value == value else { return false }
      }
    }
    return true
  }

  /// Feeds the members so that their order does not count.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var member = Hasher()
      key.hashCodeUnits(into: &member)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}
