import OperatingSystem

/// The lines of a file, or of another path: a pipe, a terminal, or a descriptor of this process.
public struct FileInput: Sendable {
  /// Closes the file with its last copy.
  private final class File: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    deinit { descriptor.close() }
  }

  private let file: File
  private var input: LineInput

  /// Opens the input, without blocking on a named pipe.
  ///
  /// - Parameters:
  ///   - path: The bytes of a path; `/dev/stdin` and `/dev/fd/3` are the process's own descriptors,
  ///     at their positions.
  ///   - format: The format of the lines. Empty lines count.
  /// - Throws: ``FileInputError`` if it cannot be read, or is a folder.
  public init(_ path: [UInt8], _ format: LineFormat) throws(FileInputError) {
    let name = EscapedText.write(path)
    guard !path.isEmpty, !path.contains(0) else {
      throw FileInputError(description: "file must be a path, without NUL")
    }
    guard let opened = Self.open(path) else {
      throw FileInputError(description: SystemError(name).description)
    }
    file = File(opened)
    if opened.kind == .folder {
      throw FileInputError(description: "\(name): it is a folder, not a file")
    }
    var format = format
    format.keepsEmpty = true
    input = LineInput(opened, format)
  }

  /// Duplicates a descriptor of this process instead of opening its path, which fails for a socket
  /// and would start at the beginning of a file.
  private static func open(_ path: [UInt8]) -> Descriptor? {
    let text = String(decoding: path, as: UTF8.self)
    let prefix = "/dev/fd/"
    let number =
      text == "/dev/stdin" ? 0 : text.hasPrefix(prefix) ? CInt(text.dropFirst(prefix.count)) : nil
    if let number { return Descriptor(raw: number).duplicate() }
    return Descriptor.openToRead(path)
  }

  /// Returns the next lines, as many as are available but about `count` at most. It waits for the
  /// first.
  ///
  /// - Returns: nil at the end, or if the task is cancelled.
  public mutating func next(_ count: Int) -> CandidateChunk? { input.next(count) }
}

/// An input that cannot be read.
public struct FileInputError: Error, CustomStringConvertible {
  /// Its path, and the system's message.
  public let description: String
}
