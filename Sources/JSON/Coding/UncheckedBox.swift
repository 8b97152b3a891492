/// A variable on the heap, in a class that nothing enters while it is being changed. Access to a
/// class's own `var` is checked for that each time, which took an eighth of the time to encode.
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

  /// The variable. Nothing else may use it before the access to it has ended.
  @inline(__always)
  var value: Value {
    get { pointer.pointee }
    nonmutating _modify { yield &pointer.pointee }
  }
}
