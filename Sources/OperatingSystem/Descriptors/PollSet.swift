#if os(Linux)
  import LibC

  /// Descriptors to wait for that stay the same from wait to wait (`epoll`, Linux): the kernel is told of them once,
  /// where `poll` would hand over all of them each time. Each has a slot.
  package struct PollSet: ~Copyable {
    private let queue: CInt
    private var interests: [Poll.Interest?]
    /// The slots that are always ready: `epoll` refuses files that are never waited for, and descriptors that are not
    /// open, of which the next read or write tells.
    private var alwaysReady = Slots()

    /// Some of the slots, by their numbers from 0 to 31.
    package struct Slots {
      @usableFromInline var bits: UInt32 = 0

      @inlinable package var isEmpty: Bool { bits == 0 }

      @inlinable
      package func contains(_ number: Int) -> Bool { bits & (1 << UInt32(number)) != 0 }

      mutating func insert(_ number: Int) { bits |= 1 << UInt32(number) }

      mutating func remove(_ number: Int) { bits &= ~(1 << UInt32(number)) }
    }

    /// A set without descriptors.
    ///
    /// - Parameter count: how many slots there are, at most 32.
    package init(slots count: Int) throws(SystemError) {
      queue = createQueue(O_CLOEXEC)
      if queue < 0 { throw SystemError("epoll_create1") }
      interests = Array(repeating: nil, count: count)
    }

    deinit { _ = close(queue) }

    /// Says what to wait for in a slot.
    ///
    /// - Parameters:
    ///   - number: the slot's, from 0.
    ///   - descriptor: the same at each call.
    ///   - interest: `nil` for nothing: then not even a hang-up counts.
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
        // A file has no other side that could go.
        if errno != EPERM || interest != .hangUp { alwaysReady.insert(number) }
      } else if isIn {
        _ = control(queue, Change.remove, descriptor.raw, &event)
      }
    }

    /// Waits until a slot is ready.
    ///
    /// - Parameter milliseconds: how long at most; `nil` for as long as it takes.
    /// - Returns: the slots that are ready; none after a signal or when the time is over.
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
    /// EPOLLIN and EPOLLOUT; EPOLLHUP and EPOLLERR come unasked.
    fileprivate var events: UInt32 {
      switch self {
      case .read: 1
      case .write: 4
      case .hangUp: 0
      }
    }
  }

  // What `sys/epoll.h` declares, which Swift's module of the C library leaves out. A module of our own would have to be
  // named to every program that reads the compiled ones.

  #if arch(x86_64) || arch(i386)
    /// `struct epoll_event`, which is packed here.
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
