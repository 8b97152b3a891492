/// A first-in, first-out queue with constant cost for each operation.
@_spi(Host)
nonisolated public struct Queue<Element> {
  @_spi(Host) @usableFromInline var elements: [Element?] = []
  @_spi(Host) @usableFromInline var head = 0

  /// An empty queue.
  @_spi(Host) @inlinable public init() {}

  /// Whether there is no element.
  @_spi(Host) @inlinable public var isEmpty: Bool { head == elements.count }

  /// The next element, if there is one.
  @_spi(Host) @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

  /// Adds the last element.
  @_spi(Host) @inlinable public mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes and returns the next element, if there is one.
  @_spi(Host) @inlinable public mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = elements[head].take()
    head += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: elements.capacity <= 64)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Removes all elements.
  @_spi(Host) @inlinable public mutating func removeAll() {
    elements = []
    head = 0
  }
}
