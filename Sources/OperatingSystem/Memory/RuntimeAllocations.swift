#if os(Linux) && canImport(Glibc)
  import LibC
  import Synchronization

  /// Counts how often the Swift runtime asks for memory: for each class instance, closure context, box, array buffer
  /// and task.
  ///
  /// It asks `malloc` of the C library, through the slots that ``LoadedImage`` finds.
  package enum RuntimeAllocations {
    /// How often since ``beginCounting()``.
    package static var count: Int { calls.load(ordering: .relaxed) }

    private static let calls = Atomic<Int>(0)

    private typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?

    /// The C library's own.
    private static let allocate = dlsym(nil, "malloc").map {
      unsafeBitCast($0, to: Allocate.self)
    }

    private static let countedAllocate: Allocate = { size in
      calls.add(1, ordering: .relaxed)
      return allocate?(size)
    }

    /// Counts from now on, to the end of the process.
    ///
    /// - Returns: whether that is possible; it is not in a program that has the C library in itself.
    package static func beginCounting() -> Bool {
      // All that the function uses has to be there before it is called.
      _ = count
      guard allocate != nil else { return false }
      let counted = unsafeBitCast(countedAllocate, to: UInt.self)
      var isDone = false
      // The runtime's two libraries; or this program twice, when they are linked into it.
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
  /// Nobody tells how often the Swift runtime asks for memory.
  package enum RuntimeAllocations {
    package static let count = 0
    package static func beginCounting() -> Bool { false }
  }
#endif
