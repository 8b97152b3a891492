/// A stack of values whose container is still open. Removing them moves them in one piece to their
/// container, without reference counting.
struct ParserStack<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var elements: UnsafeMutablePointer<Element>
  /// Whether the stack owns the memory.
  private var isOwner = false

  /// Creates an empty stack, which allocates at its first element.
  init() {
    elements = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  /// Creates an empty stack that first uses the caller's memory, which must outlive it.
  init(in memory: UnsafeMutableBufferPointer<Element>) {
    self.init()
    guard let start = memory.baseAddress else { return }
    elements = start
    capacity = memory.count
  }

  deinit {
    if count > 0 { elements.deinitialize(count: count) }
    if isOwner { elements.deallocate() }
  }

  /// Drops the elements, which must not need deinitialization.
  mutating func forgetAll() { count = 0 }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  /// The last element, changeable in place. The stack must not be empty.
  @inline(__always)
  var last: UnsafeMutablePointer<Element> { elements + (count - 1) }

  /// An element by its index, changeable in place, valid until the next push.
  @inline(__always)
  subscript(at index: Int) -> UnsafeMutablePointer<Element> { elements + index }

  /// Removes the last element. The stack must not be empty.
  @inline(__always)
  @discardableResult
  mutating func pop() -> Element {
    count -= 1
    return (elements + count).move()
  }

  /// Removes the elements from an index on. The caller must move all of them out at once.
  @inline(__always)
  mutating func take(from first: Int) -> UnsafeMutableBufferPointer<Element> {
    defer { count = first }
    return UnsafeMutableBufferPointer(start: elements + first, count: count - first)
  }

  @inline(never)
  private mutating func grow() {
    let newCapacity = max(capacity * 2, 16)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    larger.moveInitialize(from: elements, count: count)
    if isOwner { elements.deallocate() }
    isOwner = true
    elements = larger
    capacity = newCapacity
  }
}
