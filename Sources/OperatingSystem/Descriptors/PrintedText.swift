import LibC

/// Captures what is printed to standard output, in an unnamed file.
package struct PrintedText {
  private let file: Descriptor

  /// Captures everything that is printed until the process ends; nil if no such file can be
  /// created.
  package init?() {
    guard let stream = tmpfile() else { return nil }
    defer { fclose(stream) }
    guard let file = Descriptor(raw: fileno(stream)).duplicate() else { return nil }
    self.file = file
    fflush(nil)
    Descriptor.standardOutput.become(file)
  }

  /// Returns and removes the text that was printed since the previous call.
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
