import OperatingSystem

/// Where the bytes of a conversation come from. They are read when a poll has said that there are some.
package nonisolated protocol ByteSource {
  /// What to poll before reading.
  var descriptor: Descriptor { get }

  /// Reads what is there, up to the size of the buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Descriptor.Outcome

  /// All has been read, and the last line has no end; it counts as one.
  func endLine()
}

nonisolated extension ByteSource {
  package func endLine() {}
}

nonisolated extension Descriptor: ByteSource {
  package var descriptor: Descriptor { self }
}

/// Where the bytes of a conversation go. Writing never waits.
package nonisolated protocol ByteSink {
  /// What to poll before writing.
  var descriptor: Descriptor { get }

  /// Writes some of the bytes, or none if the reader has left no room.
  ///
  /// - Throws: when a file or a device finds no room for them.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Descriptor.Outcome
}

nonisolated extension OutputPipe: ByteSink {}
