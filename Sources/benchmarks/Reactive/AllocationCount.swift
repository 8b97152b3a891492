#if canImport(Glibc)
  import Glibc

  /// Counts the objects that the Swift runtime allocates: class instances, closure contexts, boxes, array buffers.
  ///
  /// It uses the hooks that the runtime has for Instruments. Nothing if they are not there, as in a static executable.
  func countAllocations(_ work: () -> Void) -> Int? {
    guard
      let process = dlopen(nil, RTLD_NOW),
      let isEnabled = dlsym(
        process, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"),
      let hook = dlsym(process, "_swift_allocObject")
    else { return nil }
    let enabling = isEnabled.assumingMemoryBound(to: Bool.self)
    let function = hook.assumingMemoryBound(to: Allocate?.self)
    original = function.pointee
    function.pointee = { metadata, size, mask in
      count += 1
      return original?(metadata, size, mask)
    }
    count = 0
    enabling.pointee = true
    work()
    enabling.pointee = false
    function.pointee = original
    return count
  }

  private typealias Allocate =
    @convention(c) (
      UnsafeRawPointer?, Int, Int
    ) -> UnsafeMutableRawPointer?

  // There is only one thread, and the hook must not allocate.
  nonisolated(unsafe) private var count = 0
  nonisolated(unsafe) private var original: Allocate?
#else
  func countAllocations(_ work: () -> Void) -> Int? { nil }
#endif
