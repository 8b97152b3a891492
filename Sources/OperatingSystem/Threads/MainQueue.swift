#if os(Linux) && !MAIN_QUEUE
  // Links the library.
  import Dispatch
  import LibC

  /// The main queue of Dispatch, which the event loop must run, as no run loop and no
  /// `dispatchMain` does.
  ///
  /// Run loops of other libraries, such as Foundation's, work the same way on Linux: Dispatch
  /// provides a descriptor that is readable while work is queued, and a function that runs it.
  package struct MainQueue {
    /// The descriptor, readable while work is queued.
    package let descriptor: Descriptor

    package init() throws(SystemError) {
      // Dispatch ends the process if it has no descriptor.
      let own = createEvent(0, O_CLOEXEC)
      guard own >= 0 else { throw SystemError("eventfd") }
      Descriptor(raw: own).close()
      descriptor = Descriptor(raw: mainQueueHandle())
    }

    /// Whether work is queued.
    package var hasItems: Bool {
      Poll.wait(for: [Poll.Entry(descriptor, .read)], milliseconds: 0)[0].isReady
    }

    /// Gives the queue its own descriptor in a copy of the process.
    package func detach() {
      let own = Descriptor(raw: createEvent(0, O_CLOEXEC | O_NONBLOCK))
      descriptor.become(own)
      own.close()
    }

    /// Runs the queued work on the main thread.
    ///
    /// - Returns: Whether any work was queued.
    package func run() -> Bool {
      var count: UInt64 = 0
      let outcome = withUnsafeMutableBytes(of: &count) { descriptor.read(into: $0) }
      guard case .bytes(let read) = outcome, read > 0 else { return false }
      runMainQueue(nil)
      return true
    }
  }

  // Swift's module of the C library lacks `sys/eventfd.h`.
  @_silgen_name("eventfd")
  private func createEvent(_ count: CUnsignedInt, _ flags: CInt) -> CInt

  @_silgen_name("_dispatch_get_main_queue_handle_4CF")
  private func mainQueueHandle() -> CInt

  @_silgen_name("_dispatch_main_queue_callback_4CF")
  private func runMainQueue(_ unused: UnsafeMutableRawPointer?)
#else
  import Dispatch

  /// The main queue of Dispatch, which runs the main actor's jobs; after `dispatchMain` its thread
  /// may change.
  enum MainQueue {
    private static let mark = DispatchSpecificKey<Void>()
    private static let isMarked: Void = DispatchQueue.main.setSpecific(key: mark, value: ())

    /// Whether the caller runs on the main queue.
    static var isCurrent: Bool {
      _ = isMarked
      return DispatchQueue.getSpecific(key: mark) != nil
    }
  }
#endif
