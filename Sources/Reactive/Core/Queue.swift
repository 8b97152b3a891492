/// First in, first out, at constant cost.
@_spi(Host)
nonisolated public struct Queue<Element> {
  @_spi(Host) @usableFromInline var elements: [Element?] = []
  @_spi(Host) @usableFromInline var head = 0

  @_spi(Host) @inlinable public init() {}

  @_spi(Host) @inlinable public var isEmpty: Bool { head == elements.count }

  @_spi(Host) @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

  @_spi(Host) @inlinable public mutating func append(_ element: Element) {
    elements.append(element)
  }

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

  @_spi(Host) @inlinable public mutating func removeAll() {
    elements = []
    head = 0
  }
}
