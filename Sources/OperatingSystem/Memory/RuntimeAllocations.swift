#if os(Linux) && canImport(Glibc)
  import LibC
  import Synchronization

  /// Counts the allocations of the Swift runtime: class instances, closure contexts, boxes, array
  /// buffers and tasks.
  ///
  /// The runtime calls `malloc` of the C library through the slots that ``LoadedImage`` finds.
  package enum RuntimeAllocations {
    /// The number of allocations since ``beginCounting()``.
    package static var count: Int { calls.load(ordering: .relaxed) }

    private static let calls = Atomic<Int>(0)

    private typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?

    /// The function of the C library.
    private static let allocate = dlsym(nil, "malloc").map {
      unsafeBitCast($0, to: Allocate.self)
    }

    private static let countedAllocate: Allocate = { size in
      calls.add(1, ordering: .relaxed)
      return allocate?(size)
    }

    /// Starts counting, until the process ends.
    ///
    /// - Returns: Whether counting is possible; it is not in a program with a static C library.
    package static func beginCounting() -> Bool {
      // The function's globals must exist before its first call.
      _ = count
      guard allocate != nil else { return false }
      let counted = unsafeBitCast(countedAllocate, to: UInt.self)
      var isDone = false
      // These are in the runtime's two libraries, or both in this program if those are linked
      // statically.
      for function in ["swift_allocObject", "swift_task_create"] {
        let address = dlsym(nil, function) ?? UnsafeMutableRawPointer(bitPattern: counted)
        guard let address, let image = LoadedImage(containing: UInt(bitPattern: address)) else {
          continue
        }
        isDone = image.replaceImport("malloc", by: counted) || isDone
      }
      return isDone
    }
  }
#else
  /// A stub: allocations cannot be counted here.
  package enum RuntimeAllocations {
    package static let count = 0
    package static func beginCounting() -> Bool { false }
  }
#endif
