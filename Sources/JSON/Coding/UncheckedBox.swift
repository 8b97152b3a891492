/// A variable on the heap without exclusivity checks, for a class that is not re-entered during a
/// change. The checks on a class's own `var` took an eighth of the encoding time.
struct UncheckedBox<Value>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// The variable. Accesses must not overlap.
  @inline(__always)
  var value: Value {
    get { pointer.pointee }
    nonmutating _modify { yield &pointer.pointee }
  }
}
