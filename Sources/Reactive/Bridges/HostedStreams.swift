@_exported import HostedStreams

// What a host sees of sequences, observers and relays: the same as of those of any other library.

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
  /// Takes an element.
  nonisolated public func accept(fromHost element: Element) {
    nonisolated(unsafe) let (observer, element) = (self, element)
    MainActor.assumeIsolated { observer.onNext(element) }
  }
}

extension RelayType {
  /// Takes an element.
  nonisolated public func accept(fromHost element: Element) {
    nonisolated(unsafe) let (relay, element) = (self, element)
    MainActor.assumeIsolated { relay.accept(element) }
  }
}

extension BehaviorRelay: HostedValueStream {}

@available(*, deprecated)
extension Variable: HostedValueStream {}

/// While it has not ended.
extension BehaviorSubject: HostedValueStream {}

extension Observable: HostFedStream {
  /// A sequence of what a host sends.
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
  /// A sequence of what a host sends, without its error.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> SharedSequence {
    MainActor.assumeIsolated {
      Observable.fed(byHost: feed)
        .asSharedSequence(sharingStrategy: SharingStrategy.self, onErrorDriveWith: .empty())
    }
  }
}

extension ControlEvent: HostFedStream {
  /// The events that a host sends.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> ControlEvent {
    MainActor.assumeIsolated { ControlEvent(events: Observable.fed(byHost: feed)) }
  }
}

extension ControlProperty: HostFedStream {
  /// The values that a host sends. What is bound to the property goes to nobody: an output shows it.
  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> ControlProperty {
    MainActor.assumeIsolated {
      ControlProperty(values: Observable.fed(byHost: feed), valueSink: AnyObserver { _ in })
    }
  }
}
