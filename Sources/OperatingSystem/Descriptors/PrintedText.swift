import LibC

/// Keeps what is printed to standard output, until somebody asks for it. It stands in a file that has no name.
package struct PrintedText {
  private let file: Descriptor

  /// Takes all that is printed from now on, to the end of the process; `nil` when there can be no such file.
  package init?() {
    guard let stream = tmpfile() else { return nil }
    defer { fclose(stream) }
    guard let file = Descriptor(raw: fileno(stream)).duplicate() else { return nil }
    self.file = file
    fflush(nil)
    Descriptor.standardOutput.become(file)
  }

  /// Gives what was printed since the last time, and forgets it.
  package func take() -> String {
    fflush(nil)
    guard let size = file.size, size > 0 else { return "" }
    lseek(file.raw, 0, SEEK_SET)
    let bytes = file.readAll()
    file.cut(to: 0)
    lseek(file.raw, 0, SEEK_SET)
    return String(decoding: bytes, as: UTF8.self)
  }
}
