/// A stack of values that wait for their container to be closed. Taking them moves them in one piece,
/// and without reference counting, to where they belong.
struct ParserStack<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var elements: UnsafeMutablePointer<Element>
  /// Whether the memory is the stack's.
  private var isOwner = false

  /// An empty stack, which allocates nothing before the first element.
  init() {
    elements = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  /// An empty stack that uses memory of somebody else first, which outlives it.
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

  /// Forgets the elements, in which nothing has to be freed.
  mutating func forgetAll() { count = 0 }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  /// The last element, of which there must be one; it may be changed in place.
  @inline(__always)
  var last: UnsafeMutablePointer<Element> { elements + (count - 1) }

  /// An element by its place in the stack, valid until the next is pushed; it may be changed in place.
  @inline(__always)
  subscript(at index: Int) -> UnsafeMutablePointer<Element> { elements + index }

  /// Removes the last element, of which there must be one.
  @inline(__always)
  @discardableResult
  mutating func pop() -> Element {
    count -= 1
    return (elements + count).move()
  }

  /// Removes the elements from a place on: the caller moves all of them out, at once.
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
