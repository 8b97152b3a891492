/// The members of a JSON object, in the order in which they were inserted.
///
/// Keys are compared by code units, never by canonical equivalence. A lookup in a small object goes
/// through its members; a large one has a hash index beside them, or is sorted, so it never becomes quadratic.
public struct JSONObject: Sendable {
  /// One member as it is stored; a tuple would be slower to copy and to free.
  struct Member {
    var key: String
    var value: JSONValue
  }

  private(set) var members: MemberBuffer
  /// There exactly when there are more than ``KeyIndex/threshold`` members that are not known to be sorted.
  private var index: KeyIndex?
  /// Whether the members are known to be in the order of RFC 8785.
  private var isSorted = false

  /// An object without members.
  public init() {
    members = MemberBuffer()
  }

  /// An object without members that has room for some.
  public init(minimumCapacity: Int) {
    members = MemberBuffer(minimumCapacity: minimumCapacity)
  }

  /// An object of members with different keys, in the order of RFC 8785.
  init(sorted members: MemberBuffer) {
    self.members = members
    isSorted = true
  }

  /// Moves members, of which several may have the same key: the last one's value wins, in the place
  /// of the first.
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
  /// place, and setting nil removes the member.
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

  /// Appends a member whose key is known to be new: it is not looked for.
  public mutating func append(key: String, value: JSONValue) {
    members.append(Member(key: key, value: value))
    isSorted = false
    if members.count > KeyIndex.threshold {
      if index == nil { index = KeyIndex(members) } else { index?.insertLast(of: members) }
    }
  }

  /// Where the member with this key stands, or nil when there is none.
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
    indexAnew()
    return (removed.key, removed.value)
  }

  /// Puts a member whose key is known to be new at a position, from 0 to `count`.
  mutating func insert(_ member: Element, at position: Int) {
    members.insert(Member(key: member.key, value: member.value), at: position)
    isSorted = false
    indexAnew()
  }

  private mutating func indexAnew() {
    index = isSorted || members.count <= KeyIndex.threshold ? nil : KeyIndex(members)
  }

  /// Changes the value at a position in place, without a copy when this object is the only owner.
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
  /// The members in the order written; of duplicate keys the last wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(minimumCapacity: elements.count)
    for (key, value) in elements { self[key] = value }
  }
}

extension UnsafeBufferPointer<JSONObject.Member> {
  /// Where a key stands among those that are in the order of RFC 8785.
  fileprivate func sortedPosition(of key: String) -> Int? {
    var range = indices
    while let first = range.first {
      let middle = first + range.count / 2
      if self[middle].key.hasSameCodeUnits(as: key) { return middle }
      range = self[middle].key.precedesInUTF16(key) ? middle + 1..<range.upperBound : first..<middle
    }
    return nil
  }

  /// Compares every key with every other one, which is quick for as few as there are then.
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
