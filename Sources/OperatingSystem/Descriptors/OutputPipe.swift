import LibC

/// Writes to the frontend without ever waiting for it, and without O_NONBLOCK on the description that was inherited,
/// which other processes may share.
package struct OutputPipe {
  package let descriptor: Descriptor
  /// Whether the descriptor has a description of its own that does not block.
  private let isNonblocking: Bool

  package init(_ inherited: Descriptor) {
    // Linux opens a pipe anew through /proc, with a description of its own. It does so for neither sockets nor other
    // systems; for those one write of up to PIPE_BUF bytes does not block after poll has said that there is room.
    if inherited.kind == .pipe,
      let own = Descriptor.open("/proc/self/fd/\(inherited.raw)", O_WRONLY | O_NONBLOCK)
    {
      descriptor = own
      isNonblocking = true
      inherited.close()
    } else {
      descriptor = inherited
      isNonblocking = false
    }
  }

  #if os(Linux)
    /// Writes some of a file at its position, or nothing if there is no room.
    package func send(
      from file: Descriptor, count: Int
    ) throws(SystemError) -> Descriptor.Outcome {
      if isNonblocking { return try file.send(to: descriptor, count: count) }
      guard hasRoom else { return .wouldBlock }
      return try file.send(to: descriptor, count: min(count, Int(PIPE_BUF)))
    }
  #endif

  /// Writes some of the bytes, or none if the reader has left no room.
  ///
  /// - Throws: when a file or a device finds no room for them.
  package func write(
    _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Descriptor.Outcome {
    if isNonblocking { return try descriptor.writeSome(of: bytes) }
    guard hasRoom else { return .wouldBlock }
    return try descriptor.writeSome(
      of: UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(PIPE_BUF))))
  }

  private var hasRoom: Bool {
    Poll.wait(for: [Poll.Entry(descriptor, .write)], milliseconds: 0)[0].isReady
  }
}
