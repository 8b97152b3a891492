import LibC

/// Waits until descriptors are ready (`poll`, POSIX.1-2017).
package enum Poll {
  package enum Interest {
    case read, write
    /// Only a hang-up of the other side, which the other cases include.
    case hangUp
  }

  /// A descriptor to wait for, and whether it is ready after the wait. The end of an input and an
  /// output without readers count as ready: the next read or write reports them.
  package struct Entry {
    fileprivate var raw: pollfd

    package init(_ descriptor: Descriptor, _ interest: Interest) {
      raw = pollfd(
        fd: descriptor.raw,
        events: interest.events,
        revents: 0
      )
    }

    package var isReady: Bool { raw.revents != 0 }
  }

  /// - Parameters:
  ///   - entries: The descriptors to wait for.
  ///   - milliseconds: The maximum time; nil for no limit.
  /// - Returns: The entries with their readiness; none is ready after a signal or a timeout.
  package static func wait(for entries: [Entry], milliseconds: Int? = nil) -> [Entry] {
    var entries = entries
    wait(&entries, milliseconds: milliseconds)
    return entries
  }

  /// Waits and updates the entries in place.
  package static func wait(_ entries: inout [Entry], milliseconds: Int?) {
    let timeout = milliseconds.map { CInt(clamping: $0) } ?? -1
    entries.withUnsafeMutableBytes { bytes in
      let list = bytes.bindMemory(to: pollfd.self)
      if poll(list.baseAddress, nfds_t(list.count), timeout) <= 0 {
        for index in list.indices { list[index].revents = 0 }
      }
    }
  }

  /// Waits for a time or a signal.
  package static func nap(milliseconds: Int) {
    var nothing: [Entry] = []
    wait(&nothing, milliseconds: milliseconds)
  }
}

extension Poll.Interest {
  fileprivate var events: Int16 {
    switch self {
    case .read: Int16(POLLIN)
    case .write: Int16(POLLOUT)
    // POLLHUP, POLLERR and POLLNVAL are always reported.
    case .hangUp: 0
    }
  }
}
