/// Compares values of a type by all of their contents.
///
/// An author's `==` may cover less than the encoded form: elements of a diffable data source often
/// compare by id only, and `==` of `String` treats the composed and the decomposed form of é as
/// equal. So this compares the memory of values, texts by code units, and the contents of arrays
/// and optionals.
///
/// It exists only for a **plain** type, whose values hold no references to objects, so that a value
/// does not change after it was read. The result "not the same" may be wrong (for two equal sets,
/// or with padding); the result "the same" is always right.
package struct PlainComparison {
  private enum Part {
    case bytes(offset: Int, count: Int)
    case text(offset: Int)
    case wrapped(offset: Int, areSame: Comparison)
  }

  package typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  private var parts: [Part] = []

  /// - Returns: nil for a type that is not plain or not known to be.
  package init?(_ type: Any.Type) {
    self.init(type, inside: [])
  }

  /// - Parameter open: The types under inspection, of which this one is a part.
  fileprivate init?(_ type: Any.Type, inside open: [Any.Type]) {
    guard append(type, at: 0, inside: open) else { return nil }
  }

  /// Whether the values at two addresses are the same, so that they have the same JSON form.
  @inline(__always)
  package func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    for part in parts {
      switch part {
      case .bytes(let offset, let count):
        if !(left + offset).hasSameBytes(as: right + offset, count: count) { return false }
      case .text(let offset):
        let left = (left + offset).assumingMemoryBound(to: String.self)
        let right = (right + offset).assumingMemoryBound(to: String.self)
        if !left.pointee.hasSameCodeUnits(as: right.pointee) { return false }
      case .wrapped(let offset, let areSame):
        if !areSame(left + offset, right + offset) { return false }
      }
    }
    return true
  }

  /// Whether two values of the type that this was made for are the same.
  @inline(__always)
  package func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        areSame(UnsafeRawPointer(left), UnsafeRawPointer(right))
      }
    }
  }

  private mutating func append(_ type: Any.Type, at offset: Int, inside open: [Any.Type]) -> Bool {
    // Objects are not plain; this is the fastest check.
    if type is AnyObject.Type { return false }
    if type == String.self {
      parts.append(.text(offset: offset))
    } else if isTrivial(type) {
      append(bytes: size(of: type), at: offset)
    } else if let wrapper = type as? any PlainWrapper.Type {
      // A recursive type contains itself in an array, and is plain if its other parts are.
      if open.contains(where: { $0 == type }) {
        append(bytes: size(of: type), at: offset)
        return true
      }
      guard let areSame = wrapper.comparison(inside: open + [type]) else { return false }
      parts.append(.wrapped(offset: offset, areSame: areSame))
    } else if type is any PlainValue.Type {
      append(bytes: size(of: type), at: offset)
    } else {
      guard let fields = StoredField.all(of: type) else { return false }
      for field in fields {
        guard append(field.type, at: offset + field.offset, inside: open) else { return false }
      }
    }
    return true
  }

  private mutating func append(bytes count: Int, at offset: Int) {
    if case .bytes(let start, let before)? = parts.last, start + before == offset {
      parts[parts.count - 1] = .bytes(offset: start, count: before + count)
    } else if count > 0 {
      parts.append(.bytes(offset: offset, count: count))
    }
  }
}

private func size<T>(of type: T.Type) -> Int { MemoryLayout<T>.size }

/// Whether values of the type are only bits, as numbers and enums without payloads are.
private func isTrivial<T>(_ type: T.Type) -> Bool { _isPOD(type) }

/// A type whose values never change, whatever their storage, such as `URL` or `Data`.
package protocol PlainValue {}

extension JSONValue: PlainValue {}
extension JSONObject: PlainValue {}

/// A generic type of the standard library whose values are plain if their contents are.
private protocol PlainWrapper {
  static func comparison(inside open: [Any.Type]) -> PlainComparison.Comparison?
}

extension Optional: PlainWrapper {
  static func comparison(inside open: [Any.Type]) -> PlainComparison.Comparison? {
    guard let wrapped = PlainComparison(Wrapped.self, inside: open) else { return nil }
    return { left, right in
      switch (
        left.assumingMemoryBound(to: Self.self).pointee,
        right.assumingMemoryBound(to: Self.self).pointee
      ) {
      case (nil, nil): true
      case (let left?, let right?): wrapped.areSame(left, right)
      default: false
      }
    }
  }
}

extension Array: PlainWrapper {
  static func comparison(inside open: [Any.Type]) -> PlainComparison.Comparison? {
    guard let element = PlainComparison(Element.self, inside: open) else { return nil }
    return { left, right in
      let left = left.assumingMemoryBound(to: Self.self).pointee
      let right = right.assumingMemoryBound(to: Self.self).pointee
      guard left.count == right.count else { return false }
      return left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          left.baseAddress == right.baseAddress
            || left.indices.allSatisfy { element.areSame(left[$0], right[$0]) }
        }
      }
    }
  }
}

/// Dictionaries and sets count as the same only if their items have the same order, as in copies,
/// even after an item was set again.
extension Dictionary: PlainWrapper {
  static func comparison(inside open: [Any.Type]) -> PlainComparison.Comparison? {
    guard let key = PlainComparison(Key.self, inside: open),
      let value = PlainComparison(Value.self, inside: open)
    else { return nil }
    return { left, right in
      if left.hasSameBytes(as: right, count: MemoryLayout<Self>.size) { return true }
      let left = left.assumingMemoryBound(to: Self.self).pointee
      let right = right.assumingMemoryBound(to: Self.self).pointee
      return left.count == right.count && left.hasSameItems(as: right, key, value)
    }
  }

  /// Compares the items of dictionaries with equal counts.
  @specialized(where Key == String, Value == Int)
  @specialized(where Key == String, Value == String)
  @specialized(where Key == String, Value == Double)
  @specialized(where Key == String, Value == Bool)
  private func hasSameItems(
    as other: Self, _ key: PlainComparison, _ value: PlainComparison
  ) -> Bool {
    var others = other.makeIterator()
    for item in self {
      guard let other = others.next(), key.areSameItems(item.key, other.key),
        value.areSameItems(item.value, other.value)
      else { return false }
    }
    return true
  }
}

extension Set: PlainWrapper {
  static func comparison(inside open: [Any.Type]) -> PlainComparison.Comparison? {
    guard let element = PlainComparison(Element.self, inside: open) else { return nil }
    return { left, right in
      if left.hasSameBytes(as: right, count: MemoryLayout<Self>.size) { return true }
      let left = left.assumingMemoryBound(to: Self.self).pointee
      let right = right.assumingMemoryBound(to: Self.self).pointee
      return left.count == right.count && left.hasSameItems(as: right, element)
    }
  }

  /// Compares the items of sets with equal counts.
  @specialized(where Element == String)
  @specialized(where Element == Int)
  private func hasSameItems(as other: Self, _ element: PlainComparison) -> Bool {
    var others = other.makeIterator()
    for item in self {
      guard let other = others.next(), element.areSameItems(item, other) else { return false }
    }
    return true
  }
}

extension PlainComparison {
  /// ``areSame(_:_:)`` with a shortcut for the most common types of items.
  @inline(__always)
  fileprivate func areSameItems<Item>(_ left: Item, _ right: Item) -> Bool {
    if Item.self == String.self {
      return unsafeBitCast(left, to: String.self)
        .hasSameCodeUnits(as: unsafeBitCast(right, to: String.self))
    }
    if _isPOD(Item.self) { return haveSameBytes(left, right) }
    return areSame(left, right)
  }
}
