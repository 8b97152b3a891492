/// What goes wrong in the sequences themselves.
nonisolated public enum RxError: Error {
  /// Nothing more is known. (Nothing here fails so; the name is for those who do.)
  case unknown
  /// A subject was used after it had been disposed.
  case disposed(object: AnyObject)
  /// A number became too large. (Nothing here fails so.)
  case overflow
  /// An element was demanded at an index that the sequence did not reach.
  case argumentOutOfRange
  /// An element was demanded of a sequence that had none.
  case noElements
  /// One element was demanded of a sequence that had more.
  case moreThanOneElement
  /// No element came in time.
  case timeout
}

// The object is only compared and named.
extension RxError: @unchecked Sendable {}

nonisolated extension RxError: Equatable {
  /// Whether the two are the same, and of the same object.
  public static func == (left: RxError, right: RxError) -> Bool {
    switch (left, right) {
    case (.disposed(let left), .disposed(let right)): left === right
    case (.unknown, .unknown), (.overflow, .overflow), (.timeout, .timeout): true
    case (.argumentOutOfRange, .argumentOutOfRange): true
    case (.noElements, .noElements), (.moreThanOneElement, .moreThanOneElement): true
    default: false
    }
  }
}

nonisolated extension RxError: CustomDebugStringConvertible {
  /// The text of RxSwift, as in `Sequence timeout.`
  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error occurred."
    case .disposed(let object): "Object `\(object)` was already disposed."
    case .overflow: "Arithmetic overflow occurred."
    case .argumentOutOfRange: "Argument out of range."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .timeout: "Sequence timeout."
    }
  }
}
