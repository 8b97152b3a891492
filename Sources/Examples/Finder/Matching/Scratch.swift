/// Memory that grows as needed and is reused for each text.
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity: Int

  init(capacity: Int = 256) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// Reserves memory; its contents are lost.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if count > capacity { grow(to: count) }
  }

  private mutating func grow(to count: Int) {
    start.deallocate()
    capacity = max(count, 2 * capacity)
    start = .allocate(capacity: capacity)
  }
}
