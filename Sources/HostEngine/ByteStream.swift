import OperatingSystem

/// The source of a conversation's bytes. It is read when a poll reports that it is readable.
package nonisolated protocol ByteSource {
  /// The descriptor to poll before reading.
  var descriptor: Descriptor { get }

  /// Reads the available bytes, up to the size of the buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Descriptor.Outcome

  /// Called when all has been read, and the last line, which counts as one, has no line break.
  func endLine()
}

nonisolated extension ByteSource {
  package func endLine() {}
}

nonisolated extension Descriptor: ByteSource {
  package var descriptor: Descriptor { self }
}

/// The destination of a conversation's bytes. Writing does not block.
package nonisolated protocol ByteSink {
  /// The descriptor to poll before writing.
  var descriptor: Descriptor { get }

  /// Writes some of the bytes, or none if there is no room.
  ///
  /// - Throws: when a file or a device has no room for them.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Descriptor.Outcome
}

nonisolated extension OutputPipe: ByteSink {}
