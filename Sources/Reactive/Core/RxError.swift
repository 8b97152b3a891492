/// The errors of the sequences themselves (RxSwift's `RxError`).
nonisolated public enum RxError: Error {
  /// An unknown error. This module never sends it; apps may.
  case unknown
  /// A subject was used after it had been disposed.
  case disposed(object: AnyObject)
  /// A number overflowed. This module never sends it.
  case overflow
  /// The sequence ended before the requested index.
  case argumentOutOfRange
  /// The sequence was empty, but an element was required.
  case noElements
  /// The sequence had more than the one element that was required.
  case moreThanOneElement
  /// No element came in time.
  case timeout
}

// The object is only compared and printed.
extension RxError: @unchecked Sendable {}

nonisolated extension RxError: Equatable {
  /// Whether both are the same case and name the same object.
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
  /// RxSwift's text, such as `Sequence timeout.`
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
