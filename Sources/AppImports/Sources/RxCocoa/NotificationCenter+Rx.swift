public import Foundation
public import RxSwift

#if !canImport(ObjectiveC)
  // On Apple's platforms it is an NSObject.
  extension NotificationCenter: @retroactive ReactiveCompatible {}
#endif

extension Reactive where Base: NotificationCenter {
  /// The notifications with a name, while there is a subscription.
  ///
  /// - Parameter object: the sender; `nil` for any sender.
  public func notification(
    _ name: Notification.Name?, object: AnyObject? = nil
  ) -> Observable<Notification> {
    .create { [base] observer in
      let token = base.addObserver(forName: name, object: object, queue: nil) { notification in
        nonisolated(unsafe) let notification = notification
        MainActor.assumeIsolated { observer.onNext(notification) }
      }
      return Disposables.create { base.removeObserver(token) }
    }
  }
}
