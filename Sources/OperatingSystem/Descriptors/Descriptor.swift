import LibC

/// An open file descriptor, without ownership: who opened it closes it.
package struct Descriptor: Hashable, Sendable {
  package let raw: CInt

  package init(raw: CInt) { self.raw = raw }

  package static let standardInput = Descriptor(raw: 0)
  package static let standardOutput = Descriptor(raw: 1)
  package static let standardError = Descriptor(raw: 2)
  /// Stands for nothing.
  package static let none = Descriptor(raw: -1)

  /// What one read or write came to.
  package enum Outcome: Equatable {
    case bytes(Int)
    /// Nothing to read now, or no room to write.
    case wouldBlock
    /// The end of the input, or nobody reads the output any more.
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

  /// Writes some of the bytes, as ``write(_:)``.
  ///
  /// - Throws: when there is no room for them, or the device fails; not when nobody reads any more.
  func writeSome(of bytes: UnsafeRawBufferPointer) throws(SystemError) -> Outcome {
    try Self.outcome { LibC.write(raw, bytes.baseAddress, bytes.count) }
  }

  /// What a call of the system comes to that moves bytes, and tells their number.
  ///
  /// - Throws: when they find no room.
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

  /// Writes everything, waiting as long as it takes.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - name: what an error is to call this.
  /// - Throws: when nobody reads any more, or there is no room for the rest of the text, which is lost.
  package func writeAll(_ text: String, as name: String) throws(SystemError) {
    try writeAll(Array(text.utf8), as: name)
  }

  /// The same with bytes.
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

  /// Writes what concerns the people who started this; nobody is there to hear when that fails.
  package func warn(_ text: String) { try? writeAll(text, as: "standard error") }

  /// The size of the file in bytes.
  package var size: Int64? { status.map { Int64($0.st_size) } }

  /// The size of the file in bytes, and when it was written to last, in nanoseconds since 1970.
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

  /// What it stands for.
  package var kind: FileKind? { status.map { FileKind(mode: $0.st_mode) } }

  var status: stat? {
    var status = stat()
    return fstat(raw, &status) == 0 ? status : nil
  }

  /// Takes away what stands behind so many bytes of the file.
  package func cut(to size: Int64) { _ = ftruncate(raw, off_t(size)) }

  package func close() {
    _ = LibC.close(raw)
  }

  /// Another descriptor for the same, which programs started later do not inherit.
  package func duplicate() -> Descriptor? {
    let copy = fcntl(raw, F_DUPFD_CLOEXEC, 3)
    return copy < 0 ? nil : Descriptor(raw: copy)
  }

  /// Makes this descriptor stand for what another one stands for.
  package func become(_ other: Descriptor) {
    _ = dup2(other.raw, raw)
  }

  /// Whether it stands for anything.
  package var isOpen: Bool { fcntl(raw, F_GETFD) >= 0 }

  /// Whether a person sits at it.
  package var isTerminal: Bool { isatty(raw) == 1 }

  /// Has the null device stand for this standard stream if it is closed, so that nothing that is opened later gets its
  /// number. To read or to write there still fails, but for standard error, where nobody reads what is written.
  package func occupy() {
    if isOpen { return }
    let reads = self == .standardOutput
    let null = LibC.open("/dev/null", reads ? O_RDONLY : O_WRONLY)
    if null < 0 || null == raw { return }
    _ = dup2(null, raw)
    _ = LibC.close(null)
  }

  /// Both ends of a new pipe, which programs started later do not inherit.
  package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [CInt] = [0, 0]
    guard LibC.pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(raw: ends[0]), Descriptor(raw: ends[1]))
  }

  /// The null device, to be read in place of a pipe.
  static func nullInput() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    guard let null = open("/dev/null", O_RDONLY) else { throw SystemError("/dev/null") }
    return (null, .none)
  }

  /// Opens a file, as open(2) does; programs started later do not inherit it.
  package static func open(_ path: String, _ flags: CInt) -> Descriptor? {
    opened(LibC.open(path, flags | O_CLOEXEC, 0o644))
  }

  /// Opens a file for reading. It never waits, as a pipe with a name does until somebody writes to it.
  ///
  /// - Parameters:
  ///   - path: the bytes of its path.
  ///   - followsLinks: whether a link will do for the file.
  package static func openToRead(_ path: [UInt8], followsLinks: Bool = true) -> Descriptor? {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    return opened(LibC.open(Files.cString(path), flags))
  }

  private static func opened(_ result: CInt) -> Descriptor? {
    result < 0 ? nil : Descriptor(raw: result)
  }

  /// Reads a file at an offset.
  ///
  /// - Returns: how many bytes there were, up to the buffer's size; fewer at the end, and where no more can be read.
  /// - Throws: when none can be read.
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

  /// Reads all that is left.
  package func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { chunk.deallocate() }
    while case .bytes(let count) = read(into: chunk) { bytes += chunk[..<count] }
    return bytes
  }
}

/// A call of the system that failed.
package struct SystemError: Error, CustomStringConvertible {
  /// What was tried.
  private let what: String
  /// What the system says.
  package let reason: String
  private let code: CInt

  package var description: String { "\(what): \(reason)" }

  /// Whether nobody reads any more what was to be written.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether there is no room for what was to be written, or the device fails.
  package var isLackOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG, EIO].contains(code) }

  /// Whether there is nothing with that path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// - Parameters:
  ///   - what: what was tried, or the path of what it was tried with.
  ///   - code: the error's number.
  package init(_ what: String, code: CInt = errno) {
    self.what = what
    self.code = code
    reason = String(cString: strerror(code))
  }

  /// - Parameters:
  ///   - path: the bytes of the path of what something was tried with.
  ///   - code: the error's number.
  init(_ path: [UInt8], code: CInt = errno) {
    self.init(String(decoding: path, as: UTF8.self), code: code)
  }

  /// An error that the system does not know.
  package init(_ what: String, reason: String) {
    self.what = what
    self.reason = reason
    code = 0
  }
}
