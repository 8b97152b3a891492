import LibC

/// A file that is read piece by piece, at any place.
///
/// It is not mapped: who reads a mapped file where somebody else has just cut it off is ended by a signal (SIGBUS), and
/// a host that serves many ViewModels must not be. Here such a read gives fewer bytes.
nonisolated final class LineFile: Sendable {
  private let descriptor: CInt

  /// - Parameter path: bytes that are no UTF-8 may be written as `\xFF`, as ``Folder`` writes them.
  /// - Throws: `LineFileError` when it cannot be read, or is none: a folder, a pipe, a device.
  init(_ path: String) throws {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw LineFileError(description: "path must be a path, without NUL")
    }
    // Without O_NONBLOCK a pipe would be waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    var opened = open(path, flags)
    if opened < 0 && errno == ENOENT, let bytes = Self.unescaped(path) {
      opened = (bytes + [0]).withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { name in
          name.baseAddress.map { open($0, flags) } ?? -1
        }
      }
    }
    if opened < 0 { throw LineFileError(path, errno) }
    descriptor = opened
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw LineFileError(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw LineFileError(description: "\(path): it is a folder, not a file")
    case S_IFIFO: throw LineFileError(description: "\(path): it is a pipe, not a file")
    default: throw LineFileError(description: "\(path): it is no file that has a length")
    }
  }

  deinit { close(descriptor) }

  /// How many bytes it has now; 0 if that cannot be found out.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Reads into a buffer.
  ///
  /// - Returns: how many bytes there were, up to the buffer's size; fewer at the end, and where it cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count {
      let more = pread(
        descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
        off_t(offset + count))
      if more > 0 { count += more } else if more == 0 || errno != EINTR { break }
    }
    return count
  }

  /// The bytes at an offset, as many as there are.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// A path with the bytes that are written as `\xFF`; `nil` if there are none.
  private static func unescaped(_ path: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.utf8.count == 2,
        let escaped = UInt8(digits, radix: 16)
      {
        bytes.append(escaped)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.count < path.utf8.count && !bytes.contains(0) ? bytes : nil
  }
}

nonisolated struct LineFileError: Error, CustomStringConvertible {
  let description: String
}

extension LineFileError {
  nonisolated init(_ path: String, _ code: CInt) {
    description = "\(path): \(String(cString: strerror(code)))"
  }
}
