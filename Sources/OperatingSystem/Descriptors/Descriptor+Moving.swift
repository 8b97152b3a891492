import LibC

#if os(Linux)
  /// Files in memory, and bytes that go from one descriptor to another within one call of the system. A process that is
  /// killed ends such a call first: the bytes are where the positions of both descriptors say, and nowhere else.
  extension Descriptor {
    /// A file that has no name and lies in memory (memfd_create(2)).
    package static func memoryFile(_ name: StaticString) throws(SystemError) -> Descriptor {
      let closeOnExec: CUnsignedInt = 1
      let raw = name.withUTF8Buffer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { createMemoryFile($0.baseAddress, closeOnExec) }
      }
      guard raw >= 0 else { throw SystemError("memfd_create") }
      return Descriptor(raw: raw)
    }

    /// Moves what this pipe has into a file, or what this socket has into a pipe (splice(2)), and waits if there is
    /// nothing. A file takes it at its position.
    ///
    /// - Parameter count: how many bytes at most.
    /// - Throws: when the file finds no room.
    package func splice(to other: Descriptor, count: Int) throws(SystemError) -> Outcome {
      try Self.outcome { moveThroughPipe(raw, nil, other.raw, nil, count, 0) }
    }

    /// Moves a part of this file, at its position, to a file at its position, to a pipe or to a socket (sendfile(2)).
    ///
    /// - Parameter count: how many bytes at most.
    /// - Throws: when the file to which it goes finds no room.
    package func send(to other: Descriptor, count: Int) throws(SystemError) -> Outcome {
      try Self.outcome {
        let sent = sendfile(other.raw, raw, nil, count)
        return sent < 0 && errno == EINVAL ? copy(to: other, count: min(count, 65_536)) : sent
      }
    }

    /// Does the same in several calls, for what the system does not do it for: a file that is appended to, some devices.
    private func copy(to other: Descriptor, count: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
        let count = pread(raw, buffer.baseAddress, buffer.count, off_t(position))
        let copied = count > 0 ? LibC.write(other.raw, buffer.baseAddress, count) : count
        if copied > 0 { move(to: position + copied) }
        return copied
      }
    }

    /// Gives back the memory, or the room on a disk, of the start of a file (fallocate(2)); it has zeros there then. Where
    /// that is not possible nothing happens.
    ///
    /// - Parameter end: how many bytes.
    package func forgetStart(upTo end: Int) {
      let (keepSize, punchHole): (CInt, CInt) = (1, 2)
      if end > 0 { _ = allocateInFile(raw, keepSize | punchHole, 0, off_t(end)) }
    }
  }

  // Swift's module of the C library leaves out what only Linux has in these headers.
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
  /// The position in the file, in bytes, which all have in common who have this descriptor from one another.
  package var position: Int { Int(lseek(raw, 0, SEEK_CUR)) }

  /// Moves the position in the file, in bytes.
  package func move(to position: Int) { _ = lseek(raw, off_t(position), SEEK_SET) }

  /// Moves the position to the end of the file.
  package func moveToEnd() { _ = lseek(raw, 0, SEEK_END) }

  /// Keeps all others from doing so with the file that do not have this descriptor from this process, until nobody has it
  /// any more (flock(2)).
  ///
  /// - Returns: false when others do so already.
  package func lock() -> Bool { flock(raw, LOCK_EX | LOCK_NB) == 0 }

  /// Writes into a file, not at its position, which stays.
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

  /// Has the programs that are started from now on not inherit it.
  package func closeOnExec() { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
}
