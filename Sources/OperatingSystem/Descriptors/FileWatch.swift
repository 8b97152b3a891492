#if os(Linux)
  import LibC

  /// Detects that the file at a path has been replaced or written (inotify(7)).
  package struct FileWatch {
    /// The descriptor to poll; it is readable after events.
    package let descriptor: Descriptor
    private let name: [UInt8]

    /// Watches the file's folder, as the file may be replaced.
    package init(_ path: String) throws(SystemError) {
      let bytes = Array(path.utf8)
      let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
      name = Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
      let folder = slash.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? "."
      descriptor = Descriptor(raw: createWatch(O_CLOEXEC | O_NONBLOCK))
      if descriptor.raw < 0 { throw SystemError("inotify_init1") }
      guard addWatch(descriptor.raw, folder, Event.closedAfterWriting | Event.movedTo) >= 0 else {
        let error = SystemError(folder)
        descriptor.close()
        throw error
      }
    }

    /// Reads and removes the pending events.
    ///
    /// - Returns: Whether a writer has closed the file, or it was moved here.
    package func readEvents() -> Bool {
      var isAffected = false
      withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
        while case .bytes(let count) = descriptor.read(into: buffer) {
          var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          while rest.count >= Event.headSize {
            let mask = rest.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
            let length = Int(rest.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            let tail = rest.dropFirst(Event.headSize)
            let found = tail.prefix(length).prefix { $0 != 0 }
            if mask & Event.overflow != 0 || found.elementsEqual(name) { isAffected = true }
            rest = UnsafeRawBufferPointer(rebasing: tail.dropFirst(length))
          }
        }
      }
      return isAffected
    }

    package func close() { descriptor.close() }
  }

  /// The layout of `struct inotify_event`: a number, a mask, a cookie, and the length of the
  /// following name, 32 bits each.
  private enum Event {
    static let headSize = 16
    static let closedAfterWriting: UInt32 = 0x8
    static let movedTo: UInt32 = 0x80
    /// Some events were lost.
    static let overflow: UInt32 = 0x4000
  }

  // Some of Swift's modules of the C library lack `sys/inotify.h`.

  @_silgen_name("inotify_init1")
  private func createWatch(_ flags: CInt) -> CInt

  @_silgen_name("inotify_add_watch")
  private func addWatch(_ watch: CInt, _ path: UnsafePointer<CChar>, _ mask: UInt32) -> CInt

  extension Descriptor {
    /// Opens a file only for execution, so that a later replacement at its path has no effect
    /// (open(2), O_PATH).
    package static func openToRun(_ path: String) -> Descriptor? { open(path, 0o10_000_000) }

    /// A path of the open file, for this process and the programs that it starts.
    package var openFilePath: String { "/proc/self/fd/\(raw)" }
  }
#endif

extension Descriptor {
  /// The identity and version of the file; nil if the system does not provide them.
  package var fileVersion: FileVersion? {
    guard let status, let version else { return nil }
    return FileVersion(number: UInt64(status.st_ino), size: version.size, time: version.time)
  }
}

/// Identifies a file and its version.
package struct FileVersion: Equatable, Sendable {
  /// The inode.
  fileprivate let number: UInt64
  /// The size in bytes.
  fileprivate let size: Int64
  /// The time of the last write, in nanoseconds since 1970.
  fileprivate let time: Int64
}
