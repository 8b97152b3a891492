/// Gives the smallest element first (a binary heap).
struct PriorityQueue<Element: Comparable> {
  private var heap: [Element] = []

  var isEmpty: Bool { heap.isEmpty }
  var first: Element? { heap.first }

  mutating func push(_ element: Element) {
    heap.append(element)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if heap[parent] <= heap[child] { break }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  mutating func removeFirst() {
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
}
