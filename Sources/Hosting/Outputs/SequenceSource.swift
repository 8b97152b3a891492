import Reactive

/// What an output listens to that is a sequence, of any type.
class AnySequenceSource {
  fileprivate var subscription: (any Disposable)?
  /// The error that has ended the sequence, until the frontend has been told of it.
  fileprivate var ending: (any Error)?
  fileprivate var didChange: (() -> Void)?

  fileprivate init() {}

  nonisolated deinit {}

  /// Subscribes.
  ///
  /// - Parameter didChange: is called when there is another element, and when the sequence has ended with an error.
  func connect(didChange: @escaping () -> Void) { self.didChange = didChange }

  /// Calls what publishes an element, and then throws the error that has ended the sequence, once. An output tells one
  /// thing at a time, and first what it is: after a change or another error, `didChange` is called, and this one waits.
  ///
  /// - Parameter publish: tells whether there was a change.
  final func publish(_ publish: () throws -> Bool) throws -> Bool {
    guard let ending = ending.take() else { return try publish() }
    var isLater = true
    defer {
      if isLater {
        self.ending = ending
        didChange?()
      }
    }
    isLater = try publish()
    if isLater { return true }
    throw ending
  }

  func end() {
    subscription?.dispose()
    subscription = nil
    didChange = nil
  }
}

/// The same for elements of one type.
final class SequenceSource<Element>: AnySequenceSource {
  private let sequence: Observable<Element>
  /// The last element.
  var last: Element?

  init(_ sequence: Observable<Element>) { self.sequence = sequence }

  override func connect(didChange: @escaping () -> Void) {
    super.connect(didChange: didChange)
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
