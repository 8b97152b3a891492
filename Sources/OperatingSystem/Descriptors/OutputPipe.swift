import LibC

/// Writes to the frontend without ever blocking. It does not set O_NONBLOCK on the inherited open
/// file description, which other processes may share.
package struct OutputPipe {
  package let descriptor: Descriptor
  /// Whether the descriptor has its own non-blocking description.
  private let isNonblocking: Bool

  package init(_ inherited: Descriptor) {
    // Linux reopens a pipe through /proc with a new description. That does not work for sockets or
    // on other systems, where one write of up to PIPE_BUF bytes does not block after poll has
    // reported space.
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
    /// Writes some of a file from its position, or none if there is no space.
    package func send(
      from file: Descriptor, count: Int
    ) throws(SystemError) -> Descriptor.Outcome {
      if isNonblocking { return try file.send(to: descriptor, count: count) }
      guard hasRoom else { return .wouldBlock }
      return try file.send(to: descriptor, count: min(count, Int(PIPE_BUF)))
    }
  #endif

  /// Writes some of the bytes, or none if there is no space.
  ///
  /// - Throws: If a file or a device has no space for them.
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
