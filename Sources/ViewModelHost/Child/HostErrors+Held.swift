import OperatingSystem

/// What a host writes to its standard error while somebody edits a line at the same terminal: it is held until it is
/// shown where it does not break that line.
extension HostErrors {
  struct Held {
    var text = ""
    /// A pipe that has a byte as long as there is some text.
    let signal: (reading: Descriptor, writing: Descriptor)
  }

  /// Holds what comes from now on.
  ///
  /// - Returns: what to poll before ``takeHeld()``.
  package nonisolated func hold() throws(SystemError) -> Descriptor {
    let signal = try Descriptor.pipe()
    state.withLock { $0.held = Held(signal: signal) }
    return signal.reading
  }

  /// What was held since this was called last.
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

  /// Passes on what was held, and what comes from now on.
  package nonisolated func release() {
    state.withLock { state in
      guard let held = state.held.take() else { return }
      Descriptor.standardError.warn(held.text)
      held.signal.reading.close()
      held.signal.writing.close()
    }
  }

  /// Passes something on, or holds it.
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
