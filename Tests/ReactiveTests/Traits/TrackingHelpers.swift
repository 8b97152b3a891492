import Foundation
import Reactive

// Two helpers that most apps with RxSwift have, after RxExample's ActivityIndicator and the
// ErrorTracker of sergdort's sample app: they are here to show that code in their shape compiles.

/// A source that counts as an activity for as long as it is subscribed.
private struct ActivityToken<E>: ObservableConvertibleType, Disposable {
  private let source: Observable<E>
  private let cancelable: Cancelable

  init(source: Observable<E>, disposeAction: @escaping () -> Void) {
    self.source = source
    cancelable = Disposables.create(with: disposeAction)
  }

  func dispose() { cancelable.dispose() }

  func asObservable() -> Observable<E> { source }
}

/// Whether any of the sequences that it tracks is subscribed.
class ActivityIndicator: SharedSequenceConvertibleType {
  typealias Element = Bool
  typealias SharingStrategy = DriverSharingStrategy

  private let lock = NSRecursiveLock()
  private let running = BehaviorRelay(value: 0)
  private let loading: SharedSequence<SharingStrategy, Bool>

  init() {
    loading = running.asDriver()
      .map { $0 > 0 }
      .distinctUntilChanged()
  }

  fileprivate func track<Source: ObservableConvertibleType>(
    _ source: Source
  ) -> Observable<Source.Element> {
    return Observable.using({ () -> ActivityToken<Source.Element> in
      self.change(by: 1)
      return ActivityToken(source: source.asObservable(), disposeAction: { self.change(by: -1) })
    }) { token in
      return token.asObservable()
    }
  }

  private func change(by number: Int) {
    lock.lock()
    running.accept(running.value + number)
    lock.unlock()
  }

  func asSharedSequence() -> SharedSequence<SharingStrategy, Element> {
    loading
  }
}

extension ObservableConvertibleType {
  func trackActivity(_ activityIndicator: ActivityIndicator) -> Observable<Element> {
    activityIndicator.track(self)
  }
}

/// The errors of the sequences that it tracks.
final class ErrorTracker: SharedSequenceConvertibleType {
  typealias SharingStrategy = DriverSharingStrategy
  private let subject = PublishSubject<Error>()

  func track<O: ObservableConvertibleType>(_ source: O) -> Observable<O.Element> {
    return source.asObservable().do(onError: onError)
  }

  func asSharedSequence() -> SharedSequence<SharingStrategy, Error> {
    return subject.asObservable().asDriverOnErrorJustComplete()
  }

  func asObservable() -> Observable<Error> {
    return subject.asObservable()
  }

  private func onError(_ error: Error) {
    subject.onNext(error)
  }

  // The only word that Swift 6 asks for: a plain `deinit` is not on the main actor.
  isolated deinit {
    subject.onCompleted()
  }
}

extension ObservableConvertibleType {
  func trackError(_ errorTracker: ErrorTracker) -> Observable<Element> {
    return errorTracker.track(self)
  }
}

extension ObservableType {
  func catchErrorJustComplete() -> Observable<Element> {
    return self.catch { _ in
      return Observable.empty()
    }
  }

  func asDriverOnErrorJustComplete() -> Driver<Element> {
    return asDriver { _ in
      return Driver.empty()
    }
  }

  func mapToVoid() -> Observable<Void> {
    return map { _ in }
  }
}

extension SharedSequenceConvertibleType {
  func mapToVoid() -> SharedSequence<SharingStrategy, Void> {
    return map { _ in }
  }
}
