import LibC

/// An open file descriptor, without ownership: the code that opened it closes it.
package struct Descriptor: Hashable, Sendable {
  package let raw: CInt

  package init(raw: CInt) { self.raw = raw }

  package static let standardInput = Descriptor(raw: 0)
  package static let standardOutput = Descriptor(raw: 1)
  package static let standardError = Descriptor(raw: 2)
  /// A placeholder for no descriptor.
  package static let none = Descriptor(raw: -1)

  /// The result of one read or write.
  package enum Outcome: Equatable {
    case bytes(Int)
    /// No bytes are available, or there is no space to write.
    case wouldBlock
    /// The end of the input, or the output has no readers.
    case closed
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      let count = LibC.read(raw, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .closed
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    while true {
      let count = LibC.write(raw, bytes.baseAddress, bytes.count)
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .closed
    }
  }

  /// Writes some of the bytes; see ``write(_:)``.
  ///
  /// - Throws: If there is no space for them or the device fails; not if there are no readers.
  func writeSome(of bytes: UnsafeRawBufferPointer) throws(SystemError) -> Outcome {
    try Self.outcome { LibC.write(raw, bytes.baseAddress, bytes.count) }
  }

  /// Runs a system call that moves bytes and returns their number.
  ///
  /// - Throws: If there is no space for them.
  static func outcome(_ move: () -> Int) throws(SystemError) -> Outcome {
    while true {
      let count = move()
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      if errno == EINTR { continue }
      if errno == EAGAIN { return .wouldBlock }
      let error = SystemError("write")
      if error.isLackOfRoom { throw error }
      return .closed
    }
  }

  /// Writes the whole text and waits as long as needed.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of this descriptor in an error.
  /// - Throws: If there are no readers, or no space for the rest of the text, which is lost.
  package func writeAll(_ text: String, as name: String) throws(SystemError) {
    try writeAll(Array(text.utf8), as: name)
  }

  /// Writes all bytes and waits as long as needed.
  package func writeAll(_ bytes: [UInt8], as name: String) throws(SystemError) {
    let error: SystemError? = bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        switch write(rest) {
        case .bytes(let count): rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        case .wouldBlock: _ = Poll.wait(for: [Poll.Entry(self, .write)])
        case .closed: return SystemError(name)
        }
      }
      return nil
    }
    if let error { throw error }
  }

  /// Writes a warning for the user; a failure is ignored.
  package func warn(_ text: String) { try? writeAll(text, as: "standard error") }

  /// The size of the file in bytes.
  package var size: Int64? { status.map { Int64($0.st_size) } }

  /// The size of the file in bytes, and the time of its last write in nanoseconds since 1970.
  package var version: (size: Int64, time: Int64)? {
    status.map { status in
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return (Int64(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
  }

  /// The kind of the open file.
  package var kind: FileKind? { status.map { FileKind(mode: $0.st_mode) } }

  var status: stat? {
    var status = stat()
    return fstat(raw, &status) == 0 ? status : nil
  }

  /// Truncates the file to this size in bytes.
  package func cut(to size: Int64) { _ = ftruncate(raw, off_t(size)) }

  package func close() {
    _ = LibC.close(raw)
  }

  /// Returns a duplicate, which later started programs do not inherit.
  package func duplicate() -> Descriptor? {
    let copy = fcntl(raw, F_DUPFD_CLOEXEC, 3)
    return copy < 0 ? nil : Descriptor(raw: copy)
  }

  /// Makes this descriptor a duplicate of another one (dup2(2)).
  package func become(_ other: Descriptor) {
    _ = dup2(other.raw, raw)
  }

  /// Whether it is open.
  package var isOpen: Bool { fcntl(raw, F_GETFD) >= 0 }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(raw) == 1 }

  /// Opens the null device as this standard stream if the stream is closed, so that no later file
  /// gets its number. Reading and writing there still fail, except that writes to standard error
  /// are ignored.
  package func occupy() {
    if isOpen { return }
    let reads = self == .standardOutput
    let null = LibC.open("/dev/null", reads ? O_RDONLY : O_WRONLY)
    if null < 0 || null == raw { return }
    _ = dup2(null, raw)
    _ = LibC.close(null)
  }

  /// Creates a pipe, which later started programs do not inherit.
  package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [CInt] = [0, 0]
    guard LibC.pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(raw: ends[0]), Descriptor(raw: ends[1]))
  }

  /// Opens the null device for reading.
  package static func nullInput() throws(SystemError) -> Descriptor {
    guard let null = open("/dev/null", O_RDONLY) else { throw SystemError("/dev/null") }
    return null
  }

  /// Opens a file, as open(2) does; later started programs do not inherit it.
  package static func open(_ path: String, _ flags: CInt) -> Descriptor? {
    opened(LibC.open(path, flags | O_CLOEXEC, 0o644))
  }

  /// Opens a file for reading, without blocking on a named pipe.
  ///
  /// - Parameters:
  ///   - path: The bytes of its path.
  ///   - followsLinks: Whether to follow a symbolic link.
  package static func openToRead(_ path: [UInt8], followsLinks: Bool = true) -> Descriptor? {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    return opened(LibC.open(Files.cString(path), flags))
  }

  private static func opened(_ result: CInt) -> Descriptor? {
    result < 0 ? nil : Descriptor(raw: result)
  }

  /// Reads a file at an offset.
  ///
  /// - Returns: The number of bytes read, up to the buffer's size; fewer at the end, or if a later
  ///   read fails.
  /// - Throws: If no byte can be read.
  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let more = pread(raw, rest.baseAddress, rest.count, off_t(offset + count))
      if more < 0 && errno == EINTR { continue }
      if more < 0 && count == 0 { throw SystemError("read") }
      if more <= 0 { break }
      count += more
    }
    return count
  }

  /// Reads to the end.
  package func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { chunk.deallocate() }
    while case .bytes(let count) = read(into: chunk) { bytes += chunk[..<count] }
    return bytes
  }
}

/// A failed system call.
package struct SystemError: Error, CustomStringConvertible {
  /// The operation.
  private let what: String
  /// The system's message.
  package let reason: String
  private let code: CInt

  package var description: String { "\(what): \(reason)" }

  /// Whether the output has no readers.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether there is no space for the output, or the device fails.
  package var isLackOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG, EIO].contains(code) }

  /// Whether the path does not exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the permission is missing.
  package var isDenied: Bool { code == EACCES }

  /// - Parameters:
  ///   - what: The operation, or the path that it used.
  ///   - code: The error number.
  package init(_ what: String, code: CInt = errno) {
    self.what = what
    self.code = code
    reason = String(cString: strerror(code))
  }

  /// - Parameters:
  ///   - path: The bytes of the path that the operation used.
  ///   - code: The error number.
  init(_ path: [UInt8], code: CInt = errno) {
    self.init(String(decoding: path, as: UTF8.self), code: code)
  }

  /// Creates an error without a system error number.
  package init(_ what: String, reason: String) {
    self.what = what
    self.reason = reason
    code = 0
  }
}
