#if os(Linux)
  import LibC

  /// A fixed set of descriptors to wait for (`epoll`, Linux). The kernel stores it, where `poll`
  /// would copy all of them for each wait. Each descriptor has a slot.
  package struct PollSet: ~Copyable {
    private let queue: CInt
    private var interests: [Poll.Interest?]
    /// The slots that are always ready: `epoll` rejects files, which never block, and closed
    /// descriptors, whose next read or write reports the error.
    private var alwaysReady = Slots()

    /// A set of slot numbers from 0 to 31.
    package struct Slots {
      @usableFromInline var bits: UInt32 = 0

      @inlinable package var isEmpty: Bool { bits == 0 }

      @inlinable
      package func contains(_ number: Int) -> Bool { bits & (1 << UInt32(number)) != 0 }

      mutating func insert(_ number: Int) { bits |= 1 << UInt32(number) }

      mutating func remove(_ number: Int) { bits &= ~(1 << UInt32(number)) }
    }

    /// Creates a set without descriptors.
    ///
    /// - Parameter count: The number of slots, at most 32.
    package init(slots count: Int) throws(SystemError) {
      queue = createQueue(O_CLOEXEC)
      if queue < 0 { throw SystemError("epoll_create1") }
      interests = Array(repeating: nil, count: count)
    }

    deinit { _ = close(queue) }

    /// Sets the interest of a slot.
    ///
    /// - Parameters:
    ///   - number: The slot's number, from 0.
    ///   - descriptor: The slot's descriptor, the same at each call.
    ///   - interest: The events to wait for; nil for none, not even a hang-up.
    @inline(__always)
    package mutating func set(_ number: Int, to descriptor: Descriptor, _ interest: Poll.Interest?)
    {
      if interests[number] != interest { change(number, descriptor, interest) }
    }

    private mutating func change(
      _ number: Int, _ descriptor: Descriptor, _ interest: Poll.Interest?
    ) {
      let isIn = interests[number] != nil && !alwaysReady.contains(number)
      alwaysReady.remove(number)
      interests[number] = interest
      var event = Event(slot: .init(number))
      if let interest {
        event.events = interest.events
        if control(queue, isIn ? Change.modify : Change.add, descriptor.raw, &event) == 0 { return }
        // A file cannot hang up.
        if errno != EPERM || interest != .hangUp { alwaysReady.insert(number) }
      } else if isIn {
        _ = control(queue, Change.remove, descriptor.raw, &event)
      }
    }

    /// Waits until a slot is ready.
    ///
    /// - Parameter milliseconds: The maximum time; nil for no limit.
    /// - Returns: The ready slots; none after a signal or a timeout.
    package borrowing func wait(milliseconds: Int?) -> Slots {
      let timeout = alwaysReady.isEmpty ? milliseconds.map { CInt(clamping: $0) } ?? -1 : 0
      return withUnsafeTemporaryAllocation(of: Event.self, capacity: 8) { events in
        var ready = alwaysReady
        let count = waitForEvents(queue, events.baseAddress, CInt(events.count), timeout)
        for index in 0..<Int(max(0, count)) { ready.insert(Int(events[index].slot)) }
        return ready
      }
    }
  }

  extension Poll.Interest {
    /// EPOLLIN and EPOLLOUT; EPOLLHUP and EPOLLERR are always reported.
    fileprivate var events: UInt32 {
      switch self {
      case .read: 1
      case .write: 4
      case .hangUp: 0
      }
    }
  }

  // Swift's module of the C library lacks `sys/epoll.h`. A C module of this package would have to
  // be passed to every program that imports the compiled modules.

  #if arch(x86_64) || arch(i386)
    /// `struct epoll_event`, which is packed on this architecture.
    private struct Event {
      var events: UInt32 = 0
      var slot: UInt32
      var rest: UInt32 = 0
    }
  #else
    /// `struct epoll_event`.
    private struct Event {
      var events: UInt32 = 0
      var padding: UInt32 = 0
      var slot: UInt64
    }
  #endif

  private enum Change {
    static let (add, remove, modify): (CInt, CInt, CInt) = (1, 2, 3)
  }

  @_silgen_name("epoll_create1")
  private func createQueue(_ flags: CInt) -> CInt

  @_silgen_name("epoll_ctl")
  private func control(
    _ queue: CInt, _ change: CInt, _ descriptor: CInt, _ event: UnsafePointer<Event>
  ) -> CInt

  @_silgen_name("epoll_wait")
  private func waitForEvents(
    _ queue: CInt, _ events: UnsafeMutablePointer<Event>?, _ count: CInt, _ milliseconds: CInt
  ) -> CInt
#endif
