import Reactive
import Testing

struct RxErrorTests {
  /// The texts of RxSwift, which apps show and log.
  @Test(arguments: [
    (RxError.unknown, "Unknown error occurred."), (.overflow, "Arithmetic overflow occurred."),
    (.argumentOutOfRange, "Argument out of range."),
    (.noElements, "Sequence doesn't contain any elements."),
    (.moreThanOneElement, "Sequence contains more than one element."),
    (.timeout, "Sequence timeout."),
  ])
  func itPrintsAsInRxSwift(_ error: RxError, _ text: String) {
    #expect("\(error)" == text)
    #expect(error.debugDescription == text)
  }

  @Test func aDisposedObjectIsNamed() {
    let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
    #expect(RxError.disposed(object: one) == .disposed(object: one))
    #expect(RxError.disposed(object: one) != .disposed(object: other))
    #expect("\(RxError.disposed(object: one))" == "Object `\(one)` was already disposed.")
  }

  @Test func aDisposedSubjectDoesNotKeepItself() {
    weak var released: PublishSubject<Int>?
    do {
      let subject = PublishSubject<Int>()
      released = subject
      subject.dispose()
      #expect(subject.isDisposed)
    }
    #expect(released == nil)
  }

  @Test func anErrorIsNoDisposal() {
    let (subject, other) = (PublishSubject<Int>(), PublishSubject<Int>())
    subject.onError(RxError.disposed(object: other))
    #expect(!subject.isDisposed)
  }
}
