/// A binary heap that returns the smallest element first. It is inlinable, because generic code of
/// another module is several times slower otherwise.
@_spi(Host) nonisolated public struct PriorityQueue<Element: Comparable> {
  @_spi(Host) @usableFromInline var heap: [Element] = []

  /// An empty queue.
  @_spi(Host) @inlinable public init() {}

  /// Whether there is no element.
  @_spi(Host) @inlinable public var isEmpty: Bool { heap.isEmpty }
  /// The number of elements.
  @_spi(Host) @inlinable public var count: Int { heap.count }
  /// The smallest element; among equal ones, any.
  @_spi(Host) @inlinable public var first: Element? { heap.first }

  /// The elements, in no particular order.
  @_spi(Host) @inlinable public var elements: [Element] { heap }

  /// Adds an element.
  @_spi(Host) @inlinable public mutating func push(_ element: Element) {
    heap.append(element)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if heap[parent] <= heap[child] { break }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  /// Removes the smallest element. The queue must not be empty.
  @_spi(Host) @inlinable public mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      if left >= heap.count { break }
      let right = left + 1
      let child = right < heap.count && heap[right] < heap[left] ? right : left
      if heap[parent] <= heap[child] { break }
      heap.swapAt(parent, child)
      parent = child
    }
  }

  /// Removes all elements that satisfy the predicate, at the cost of a sort.
  @_spi(Host) @inlinable public mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    heap.removeAll(where: isUnwanted)
    // A sorted array is a heap.
    heap.sort()
  }
}
