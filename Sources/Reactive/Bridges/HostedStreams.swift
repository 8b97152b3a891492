@_exported import HostedStreams

// How a host observes sequences and feeds observers and relays, as it does for any other library.

extension ObservableConvertibleType {
  /// Subscribes a host.
  nonisolated public func send(toHost receiver: StreamReceiver<Element>) -> () -> Void {
    nonisolated(unsafe) let stream = self
    let subscription = MainActor.assumeIsolated {
      HostSubscription(
        stream.attach(
          .ending(onNext: receiver.next) { stop in
            switch stop {
            case .error(let error): receiver.fail(error)
            case .completed: receiver.complete()
            }
          }))
    }
    return { MainActor.assumeIsolated { subscription.disposable.dispose() } }
  }
}

/// A subscription of a host.
private final class HostSubscription {
  let disposable: any Disposable

  init(_ disposable: any Disposable) { self.disposable = disposable }

  nonisolated deinit {}
}

extension ObserverType {
  /// Receives an element.
  nonisolated public func accept(fromHost element: Element) {
    nonisolated(unsafe) let (observer, element) = (self, element)
    MainActor.assumeIsolated { observer.onNext(element) }
  }
}

extension RelayType {
  /// Receives an element.
  nonisolated public func accept(fromHost element: Element) {
    nonisolated(unsafe) let (relay, element) = (self, element)
    MainActor.assumeIsolated { relay.accept(element) }
  }
}

extension BehaviorRelay: HostedValueStream {}

@available(*, deprecated)
extension Variable: HostedValueStream {}

/// The host reads the current value until the subject has ended.
extension BehaviorSubject: HostedValueStream {}

extension Observable: HostFedStream {
  /// Returns a sequence of the elements that a host sends.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> Observable<Element> {
    MainActor.assumeIsolated {
      Producer(isTrampolined: false) { receiver in
        let end = feed.send(
          to: StreamReceiver(
            next: receiver.next, fail: { receiver.stop(.error($0)) },
            complete: { receiver.stop(.completed) }))
        return Disposables.create(with: end)
      }
    }
  }
}

extension SharedSequence: HostFedStream {
  /// Returns a sequence of the elements that a host sends; the host's error completes it.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> SharedSequence {
    MainActor.assumeIsolated {
      Observable.fed(byHost: feed)
        .asSharedSequence(sharingStrategy: SharingStrategy.self, onErrorDriveWith: .empty())
    }
  }
}

extension ControlEvent: HostFedStream {
  /// Returns an event that a host feeds.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> ControlEvent {
    MainActor.assumeIsolated { ControlEvent(events: Observable.fed(byHost: feed)) }
  }
}

extension ControlProperty: HostFedStream {
  /// Returns a property that a host feeds. It ignores bound elements: the host's frontend shows an
  /// output instead.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> ControlProperty {
    MainActor.assumeIsolated {
      ControlProperty(values: Observable.fed(byHost: feed), valueSink: AnyObserver { _ in })
    }
  }
}
