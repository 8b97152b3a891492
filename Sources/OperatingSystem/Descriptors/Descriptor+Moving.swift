import LibC

#if os(Linux)
  /// Files in memory, and transfers of bytes between descriptors in one system call. A killed
  /// process completes such a call first, so the positions of both descriptors show where the bytes
  /// are.
  extension Descriptor {
    /// Creates an unnamed file in memory (memfd_create(2)).
    package static func memoryFile(_ name: StaticString) throws(SystemError) -> Descriptor {
      let closeOnExec: CUnsignedInt = 1
      let raw = name.withUTF8Buffer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { createMemoryFile($0.baseAddress, closeOnExec) }
      }
      guard raw >= 0 else { throw SystemError("memfd_create") }
      return Descriptor(raw: raw)
    }

    /// Moves bytes from this pipe into a file, or from this socket into a pipe (splice(2)), and
    /// waits for the first. A file is written at its position.
    ///
    /// - Parameter count: The maximum number of bytes.
    /// - Throws: If the file system is full.
    package func splice(to other: Descriptor, count: Int) throws(SystemError) -> Outcome {
      try Self.outcome { moveThroughPipe(raw, nil, other.raw, nil, count, 0) }
    }

    /// Copies from this file's position to another file's position, to a pipe or to a socket
    /// (sendfile(2)).
    ///
    /// - Parameter count: The maximum number of bytes.
    /// - Throws: If the target's file system is full.
    package func send(to other: Descriptor, count: Int) throws(SystemError) -> Outcome {
      try Self.outcome {
        let sent = sendfile(other.raw, raw, nil, count)
        return sent < 0 && errno == EINVAL ? copy(to: other, count: min(count, 65_536)) : sent
      }
    }

    /// Copies in several calls, for targets that the system call does not support: a file in append
    /// mode, some devices.
    private func copy(to other: Descriptor, count: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
        let count = pread(raw, buffer.baseAddress, buffer.count, off_t(position))
        let copied = count > 0 ? LibC.write(other.raw, buffer.baseAddress, count) : count
        if copied > 0 { move(to: position + copied) }
        return copied
      }
    }

    /// Frees the memory or disk space of a file's start (fallocate(2)), which then reads as zeros.
    /// Has no effect if that is not possible.
    ///
    /// - Parameter end: The number of bytes.
    package func forgetStart(upTo end: Int) {
      let (keepSize, punchHole): (CInt, CInt) = (1, 2)
      if end > 0 { _ = allocateInFile(raw, keepSize | punchHole, 0, off_t(end)) }
    }
  }

  // Swift's module of the C library lacks the Linux parts of these headers.
  @_silgen_name("memfd_create")
  private func createMemoryFile(_ name: UnsafePointer<CChar>?, _ flags: CUnsignedInt) -> CInt

  @_silgen_name("fallocate")
  private func allocateInFile(_ file: CInt, _ mode: CInt, _ start: off_t, _ count: off_t) -> CInt

  @_silgen_name("splice")
  private func moveThroughPipe(
    _ input: CInt, _ inputOffset: UnsafeMutablePointer<Int64>?, _ output: CInt,
    _ outputOffset: UnsafeMutablePointer<Int64>?, _ count: Int, _ flags: CUnsignedInt
  ) -> Int
#endif

extension Descriptor {
  /// The position in the file in bytes, which all duplicates of this descriptor share.
  package var position: Int { Int(lseek(raw, 0, SEEK_CUR)) }

  /// Moves the position in the file, in bytes.
  package func move(to position: Int) { _ = lseek(raw, off_t(position), SEEK_SET) }

  /// Moves the position to the end of the file.
  package func moveToEnd() { _ = lseek(raw, 0, SEEK_END) }

  /// Locks the file (flock(2)), until all duplicates and inherited copies of this descriptor are
  /// closed.
  ///
  /// - Returns: False if the file is already locked.
  package func lock() -> Bool { flock(raw, LOCK_EX | LOCK_NB) == 0 }

  /// Writes into a file at an offset, without moving its position.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let done = bytes.count - rest.count
      let count = pwrite(raw, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write") }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Makes later started programs not inherit it.
  package func closeOnExec() { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
}
