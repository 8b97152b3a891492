#if os(Linux)
  import LibC

  /// Notices that there is another file at a path, or that one there has been written (inotify(7)).
  package struct FileWatch {
    /// What to poll: it is ready when something may have happened to the file.
    package let descriptor: Descriptor
    private let name: [UInt8]

    /// Watches the folder that the file is in, as the file may be replaced.
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

    /// Takes what has happened.
    ///
    /// - Returns: whether a writer has closed the file, or it has come from elsewhere.
    package func takeEvents() -> Bool {
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

  /// `struct inotify_event`: a number, a mask, a cookie, the length of the name that follows, 32 bits each.
  private enum Event {
    static let headSize = 16
    static let closedAfterWriting: UInt32 = 0x8
    static let movedTo: UInt32 = 0x80
    /// Some events were lost.
    static let overflow: UInt32 = 0x4000
  }

  // Not all of Swift's modules of the C library have `sys/inotify.h`.

  @_silgen_name("inotify_init1")
  private func createWatch(_ flags: CInt) -> CInt

  @_silgen_name("inotify_add_watch")
  private func addWatch(_ watch: CInt, _ path: UnsafePointer<CChar>, _ mask: UInt32) -> CInt

  extension Descriptor {
    /// Opens a file only to run it, as the one that it is now, whatever has its path later (open(2), O_PATH).
    package static func openToRun(_ path: String) -> Descriptor? { open(path, 0o10_000_000) }

    /// A path of the open file, for this process and those that it is about to start.
    package var openFilePath: String { "/proc/self/fd/\(raw)" }
  }
#endif

extension Descriptor {
  /// Which file it is, and which version of it; `nil` where the system does not tell.
  package var fileVersion: FileVersion? {
    guard let status, let version else { return nil }
    return FileVersion(number: UInt64(status.st_ino), size: version.size, time: version.time)
  }
}

/// Tells files, and versions of a file, apart.
package struct FileVersion: Equatable, Sendable {
  /// The inode.
  fileprivate let number: UInt64
  /// In bytes.
  fileprivate let size: Int64
  /// When it was written to last, in nanoseconds since 1970.
  fileprivate let time: Int64
}
