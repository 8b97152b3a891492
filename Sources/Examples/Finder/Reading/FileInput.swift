import OperatingSystem

/// The lines of a file, or of what else has a path: a pipe, a terminal, or a descriptor of this process.
public struct FileInput: Sendable {
  /// Closes it with the last copy.
  private final class File: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    deinit { descriptor.close() }
  }

  private let file: File
  private var input: LineInput

  /// Opens it. Where a pipe has a name, it does not wait for who writes to it.
  ///
  /// - Parameters:
  ///   - path: the bytes of a path; `/dev/stdin` and `/dev/fd/3` are the process's own descriptors, from where they are.
  ///   - format: how the lines stand in it. Empty ones count.
  /// - Throws: ``FileInputError`` when it cannot be read, or is a folder.
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

  /// A socket cannot be opened by the path of a descriptor; and who opens a file so begins at its start.
  private static func open(_ path: [UInt8]) -> Descriptor? {
    let text = String(decoding: path, as: UTF8.self)
    let prefix = "/dev/fd/"
    let number =
      text == "/dev/stdin" ? 0 : text.hasPrefix(prefix) ? CInt(text.dropFirst(prefix.count)) : nil
    if let number { return Descriptor(raw: number).duplicate() }
    return Descriptor.openToRead(path)
  }

  /// The next lines: those that there are, and about so many at most. It waits for the first of them.
  ///
  /// - Returns: `nil` when there are no more, or when the task is cancelled.
  public mutating func next(_ count: Int) -> CandidateChunk? { input.next(count) }
}

/// Something cannot be read.
public struct FileInputError: Error, CustomStringConvertible {
  /// Its path, and what the system says.
  public let description: String
}
