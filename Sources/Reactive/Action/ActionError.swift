/// Why an input had no result.
nonisolated public enum ActionError: Error {
  /// The action was not enabled.
  case notEnabled
  /// The work failed.
  case underlyingError(any Error)

  /// The error of the work.
  public var underlyingError: (any Error)? {
    if case .underlyingError(let error) = self { error } else { nil }
  }
}
