import LibC

/// Waits until descriptors are ready (`poll`, POSIX.1-2017).
package enum Poll {
  package enum Interest {
    case read, write
    /// In nothing but that the other side has gone, which counts for the others too.
    case hangUp
  }

  /// A descriptor to wait for, and after the wait whether it is ready. The end of an input, and a reader that
  /// has gone, count as ready: the read or write then says so.
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
  ///   - entries: what to wait for.
  ///   - milliseconds: how long at most; `nil` for as long as it takes.
  /// - Returns: the entries, with what is ready; none is after a signal or when the time is over.
  package static func wait(for entries: [Entry], milliseconds: Int? = nil) -> [Entry] {
    var entries = entries
    wait(&entries, milliseconds: milliseconds)
    return entries
  }

  /// The same in place, for a loop that keeps its list.
  package static func wait(_ entries: inout [Entry], milliseconds: Int?) {
    let timeout = milliseconds.map { CInt(clamping: $0) } ?? -1
    entries.withUnsafeMutableBytes { bytes in
      let list = bytes.bindMemory(to: pollfd.self)
      if poll(list.baseAddress, nfds_t(list.count), timeout) <= 0 {
        for index in list.indices { list[index].revents = 0 }
      }
    }
  }

  /// Waits for a time, or for a signal.
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
    // POLLHUP, POLLERR and POLLNVAL come unasked.
    case .hangUp: 0
    }
  }
}
