import OperatingSystem

/// Writes each message to the file that `VIEWMODEL_HOST_TRACE` names, if it is set.
struct AttachedTrace {
  private let file = Process.environment("VIEWMODEL_HOST_TRACE").flatMap { path in
    path == "-" ? Descriptor.standardError : try? Files.openToAppend(path)
  }

  /// - Parameter mark: `--> ` for a sent message, `<-- ` for a received one; a comment without a
  ///   message.
  func write(_ mark: String, _ message: String = "") {
    guard let file else { return }
    let text = message.isEmpty ? "# \(mark)" : mark + message
    file.warn("\(Process.localTimestamp) \(text)\n")
  }
}
