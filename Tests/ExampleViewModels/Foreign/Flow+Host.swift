// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ForeignStreams
import ViewModelKit

// The adapter for a library that knows no host.

extension Flow: HostFedStream {
  public func send(toHost receiver: StreamReceiver<Element>) -> () -> Void {
    subscribe(onNext: receiver.next, onError: receiver.fail, onCompleted: receiver.complete).cancel
  }

  nonisolated public static func fed(byHost feed: HostFeed<Element>) -> Flow<Element> {
    .create { observer in
      FlowSubscription(
        feed.send(
          to: StreamReceiver(
            next: observer.onNext, fail: observer.onError, complete: observer.onCompleted)))
    }
  }
}

extension FlowSubject: HostedSink {
  public func accept(fromHost element: Element) { onNext(element) }
}

extension FlowValue: HostedValueStream, HostedSink {
  public func accept(fromHost element: Element) { accept(element) }
}
