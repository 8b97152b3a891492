import LibC
import Synchronization

/// A part of a file as words in memory. Each store is in the file at once, even if this process is
/// killed right after; the stores of one thread arrive in order. Any thread may use them.
package struct MappedWords: ~Copyable, @unchecked Sendable {
  /// The number of words.
  package let count: Int
  private let base: UnsafeMutableRawPointer

  /// Maps a part of a file and extends the file if it is shorter.
  ///
  /// - Parameters:
  ///   - file: A file that is open for reading and writing.
  ///   - offset: The start of the part in bytes, a multiple of 64 KiB, which is a multiple of every
  ///     system's page size.
  ///   - count: The number of words.
  package init(of file: Descriptor, at offset: Int, count: Int) throws(SystemError) {
    let size = count * MemoryLayout<UInt64>.stride
    if file.size.map({ $0 < Int64(offset + size) }) ?? true {
      #if os(Linux)
        // The space is allocated now: a store without space would end the process (SIGBUS).
        let code = posix_fallocate(file.raw, off_t(offset), off_t(size))
      #else
        let code = ftruncate(file.raw, off_t(offset + size)) == 0 ? 0 : errno
      #endif
      guard code == 0 else { throw SystemError("a file for a mapping", code: code) }
    }
    let address = mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.raw, off_t(offset))
    guard let address, address != MAP_FAILED else { throw SystemError("mmap") }
    base = address
    self.count = count
  }

  deinit { munmap(base, count * MemoryLayout<UInt64>.stride) }

  /// The word at an index. Stores are visible to other threads in order.
  package subscript(index: Int) -> UInt64 {
    get { word(index).pointee.load(ordering: .acquiring) }
    nonmutating set { word(index).pointee.store(newValue, ordering: .releasing) }
  }

  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    precondition(0..<count ~= index)
    return (base + index * MemoryLayout<UInt64>.stride)
      .assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
