import OperatingSystem

/// A file that is read piece by piece, at any place.
///
/// It is not mapped: a process that reads a mapped file where another one has just cut it off is
/// ended by a signal (SIGBUS), and a host that serves many ViewModels must not be. Here such a read
/// gives fewer bytes.
nonisolated final class LineFile: Sendable {
  private let descriptor: Descriptor

  /// - Parameters:
  ///   - path: bytes that are no UTF-8 may be written as `\xFF`, as a finder writes them.
  ///   - access: whether it may be read.
  /// - Throws: when it cannot be read, or is none: a folder, a pipe, a device.
  init(_ path: String, _ access: FileAccess) throws {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ParameterError(description: "path must be a path, without NUL")
    }
    guard let opened = Descriptor.openToRead(try access.path(ofShown: path)) else {
      throw SystemError(path)
    }
    descriptor = opened
    switch descriptor.kind {
    case .regular:
      if size == 0, !bytes(at: 0, count: 1).isEmpty {
        throw SystemError(path, reason: "the system does not report its length")
      }
    case .folder: throw SystemError(path, reason: "it is a folder, not a file")
    case .pipe: throw SystemError(path, reason: "it is a pipe, not a file")
    default: throw SystemError(path, reason: "it is no file that has a length")
    }
  }

  deinit { descriptor.close() }

  /// Its length in bytes, and when it was written last: a file that has both as before is the same.
  struct Version: Equatable {
    let size: Int
    let time: Int64
  }

  /// The one that it has now; an empty one if that cannot be found out.
  var version: Version {
    let (size, time) = descriptor.version ?? (0, 0)
    return Version(size: Int(size), time: time)
  }

  private var size: Int { version.size }

  /// Reads into a buffer.
  ///
  /// - Returns: how many bytes there were, up to the buffer's size; fewer at the end, and where it
  ///   cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    (try? descriptor.read(at: offset, into: buffer)) ?? 0
  }

  /// The bytes at an offset, as many as there are.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
