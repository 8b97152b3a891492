import Reactive

/// What an output listens to that is a sequence, of any type.
class AnySequenceSource {
  fileprivate var subscription: (any Disposable)?
  /// The error that has ended the sequence, until the frontend has been told of it.
  fileprivate var ending: (any Error)?

  fileprivate init() {}

  nonisolated deinit {}

  /// Subscribes.
  ///
  /// - Parameter didChange: is called when there is another element, and when the sequence has ended with an error.
  func connect(didChange: @escaping () -> Void) { preconditionFailure("a sequence has elements") }

  /// Takes the error that has ended the sequence, once.
  final func takeEnding() -> (any Error)? { ending.take() }

  func end() {
    subscription?.dispose()
    subscription = nil
  }
}

/// The same for elements of one type.
final class SequenceSource<Element>: AnySequenceSource {
  private let sequence: Observable<Element>
  /// The last element.
  var last: Element?

  init(_ sequence: Observable<Element>) { self.sequence = sequence }

  override func connect(didChange: @escaping () -> Void) {
    subscription = sequence.subscribe(
      onNext: { [weak self] element in
        self?.last = .some(element)
        didChange()
      },
      onError: { [weak self] error in
        self?.ending = error
        didChange()
      })
  }

  override func end() {
    super.end()
    last = nil
  }
}
