/// What goes wrong in the sequences themselves.
nonisolated public enum RxError: Error, Equatable {
  /// A subject was used after it had been disposed.
  case disposed
  /// No element came in time.
  case timeout
  /// An element was demanded of a sequence that had none.
  case noElements
  /// One element was demanded of a sequence that had more.
  case moreThanOneElement
  /// An element was demanded at an index that the sequence did not reach.
  case argumentOutOfRange
}
