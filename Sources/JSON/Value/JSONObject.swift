/// The members of a JSON object (RFC 8259, section 4), in insertion order.
///
/// Keys are compared by code units, never by canonical equivalence. A lookup searches the members
/// of a small object linearly; a large object has a hash index or is sorted, so lookups never
/// become quadratic.
public struct JSONObject: Sendable {
  /// A stored member; a tuple would be slower to copy and to free.
  struct Member {
    var key: String
    var value: JSONValue
  }

  private(set) var members: MemberBuffer
  /// Exists if and only if there are more than ``KeyIndex/threshold`` members that are not known to
  /// be sorted.
  private var index: KeyIndex?
  /// Whether the members are known to be in the order of RFC 8785.
  private var isSorted = false

  /// Creates an object without members.
  public init() {
    members = MemberBuffer()
  }

  /// Creates an object without members, with reserved capacity.
  public init(minimumCapacity: Int) {
    members = MemberBuffer(minimumCapacity: minimumCapacity)
  }

  /// Creates an object of members with different keys in the order of RFC 8785.
  init(sorted members: MemberBuffer) {
    self.members = members
    isSorted = true
  }

  /// Moves members, whose keys may repeat: the last value wins, at the position of the first.
  init(uniquing taken: UnsafeMutableBufferPointer<Member>) {
    let isUnique: Bool
    if taken.count <= KeyIndex.threshold {
      isUnique = UnsafeBufferPointer(taken).haveDifferentKeys
      members = MemberBuffer(moving: taken)
    } else {
      members = MemberBuffer(moving: taken)
      let index = KeyIndex(members)
      isUnique = index.count == members.count
      self.index = index
    }
    guard !isUnique else { return }
    let all = members
    self = JSONObject()
    for member in all { self[member.key] = member.value }
  }

  /// The keys, in the order of the members.
  public var keys: some RandomAccessCollection<String> {
    members.lazy.map(\.key)
  }

  /// The value of a key. Setting a new key appends a member, setting an existing one keeps its
  /// position, and setting nil removes the member.
  public subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members.update(at: position) { $0 = value }
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(key: key, value: value)
      case (nil, nil): break
      }
    }
  }

  /// Appends a member whose key must be new; it is not looked up.
  public mutating func append(key: String, value: JSONValue) {
    members.append(Member(key: key, value: value))
    isSorted = false
    if members.count > KeyIndex.threshold {
      if index == nil { index = KeyIndex(members) } else { index?.insertLast(of: members) }
    }
  }

  /// Returns the position of the member with this key, or nil.
  public func position(of key: String) -> Int? {
    members.withMembers { members in
      if let index { return index.position(of: key, in: members) }
      if isSorted, members.count > KeyIndex.threshold { return members.sortedPosition(of: key) }
      return members.firstIndex { $0.key.hasSameCodeUnits(as: key) }
    }
  }

  /// Removes the member at a position, which must be in bounds.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let removed = members.remove(at: position)
    rebuildIndex()
    return (removed.key, removed.value)
  }

  /// Inserts a member whose key must be new at a position from 0 to `count`.
  mutating func insert(_ member: Element, at position: Int) {
    members.insert(Member(key: member.key, value: member.value), at: position)
    isSorted = false
    rebuildIndex()
  }

  private mutating func rebuildIndex() {
    index = isSorted || members.count <= KeyIndex.threshold ? nil : KeyIndex(members)
  }

  /// Changes the value at a position in place, without a copy if this object is the only owner.
  mutating func update<R, E: Error>(
    at position: Int,
    _ body: (inout JSONValue) throws(E) -> R
  ) throws(E) -> R {
    try members.update(at: position, body)
  }
}

extension JSONObject: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { members.count }
  /// The member at a position, which must be in bounds.
  public subscript(position: Int) -> (key: String, value: JSONValue) {
    let member = members[position]
    return (member.key, member.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with its members in the order written; the last of duplicate keys wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(minimumCapacity: elements.count)
    for (key, value) in elements { self[key] = value }
  }
}

extension UnsafeBufferPointer<JSONObject.Member> {
  /// Returns the position of a key in members that are in the order of RFC 8785.
  fileprivate func sortedPosition(of key: String) -> Int? {
    var range = indices
    while let first = range.first {
      let middle = first + range.count / 2
      if self[middle].key.hasSameCodeUnits(as: key) { return middle }
      range = self[middle].key.precedesInUTF16(key) ? middle + 1..<range.upperBound : first..<middle
    }
    return nil
  }

  /// Compares each pair of keys, which is fast for so few.
  @inline(__always)
  fileprivate var haveDifferentKeys: Bool {
    var later = 1
    while later < count {
      for earlier in 0..<later where self[earlier].key.hasSameCodeUnits(as: self[later].key) {
        return false
      }
      later += 1
    }
    return true
  }
}
