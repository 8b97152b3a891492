#if os(Linux) && !MAIN_QUEUE
  // For its library.
  import Dispatch
  import LibC

  /// The main queue of Dispatch, which the event loop has to run: no run loop and no `dispatchMain` does.
  ///
  /// This is how a run loop of another library runs it on Linux, as Foundation's does: Dispatch gives out a
  /// descriptor that is readable while something is queued, and a function that runs it.
  package struct MainQueue {
    /// Readable while something is queued.
    package let descriptor: Descriptor

    package init() throws(SystemError) {
      // Dispatch ends the process when there is none for it.
      let own = createEvent(0, O_CLOEXEC)
      guard own >= 0 else { throw SystemError("eventfd") }
      Descriptor(raw: own).close()
      descriptor = Descriptor(raw: mainQueueHandle())
    }

    /// Whether something is queued.
    package var hasItems: Bool {
      Poll.wait(for: [Poll.Entry(descriptor, .read)], milliseconds: 0)[0].isReady
    }

    /// In a copy of the process: gives it a descriptor of its own.
    package func detach() {
      let own = Descriptor(raw: createEvent(0, O_CLOEXEC | O_NONBLOCK))
      descriptor.become(own)
      own.close()
    }

    /// Runs what is queued, on the main thread.
    ///
    /// - Returns: whether there was anything.
    package func run() -> Bool {
      var count: UInt64 = 0
      let outcome = withUnsafeMutableBytes(of: &count) { descriptor.read(into: $0) }
      guard case .bytes(let read) = outcome, read > 0 else { return false }
      runMainQueue(nil)
      return true
    }
  }

  // `sys/eventfd.h`, which Swift's module of the C library leaves out.
  @_silgen_name("eventfd")
  private func createEvent(_ count: CUnsignedInt, _ flags: CInt) -> CInt

  @_silgen_name("_dispatch_get_main_queue_handle_4CF")
  private func mainQueueHandle() -> CInt

  @_silgen_name("_dispatch_main_queue_callback_4CF")
  private func runMainQueue(_ unused: UnsafeMutableRawPointer?)
#else
  import Dispatch

  /// The main queue of Dispatch, which runs the main actor's jobs: after `dispatchMain` on one thread after another.
  enum MainQueue {
    private static let mark = DispatchSpecificKey<Void>()
    private static let isMarked: Void = DispatchQueue.main.setSpecific(key: mark, value: ())

    /// Whether the caller runs on it.
    static var isCurrent: Bool {
      _ = isMarked
      return DispatchQueue.getSpecific(key: mark) != nil
    }
  }
#endif
