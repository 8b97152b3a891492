import OperatingSystem

/// Holds a host's standard error while a person edits a line at the same terminal, until the text
/// can be shown without breaking that line.
extension HostErrors {
  struct Held {
    var text = ""
    /// A pipe that contains a byte while there is text.
    let signal: (reading: Descriptor, writing: Descriptor)
  }

  /// Holds later text.
  ///
  /// - Returns: the descriptor to poll before ``takeHeld()``.
  package nonisolated func hold() throws(SystemError) -> Descriptor {
    let signal = try Descriptor.pipe()
    state.withLock { $0.held = Held(signal: signal) }
    return signal.reading
  }

  /// Returns the text held since the last call.
  package nonisolated func takeHeld() -> String {
    state.withLock { state in
      guard let held = state.held, !held.text.isEmpty else { return "" }
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
        _ = held.signal.reading.read(into: $0)
      }
      state.held?.text = ""
      return held.text
    }
  }

  /// Writes the held text, and stops holding.
  package nonisolated func release() {
    state.withLock { state in
      guard let held = state.held.take() else { return }
      Descriptor.standardError.warn(held.text)
      held.signal.reading.close()
      held.signal.writing.close()
    }
  }

  /// Writes a text, or holds it.
  nonisolated func show(_ text: String) {
    let isHeld = state.withLock { state in
      guard let held = state.held else { return false }
      if held.text.isEmpty { withUnsafeBytes(of: UInt8(1)) { _ = held.signal.writing.write($0) } }
      state.held?.text += text
      return true
    }
    if !isHeld { Descriptor.standardError.warn(text) }
  }
}
