import HostedStreams
import Reactive

extension AnyPublisher: HostFedStream {
  /// Returns a publisher of the elements that a host sends: the response to a request, or the
  /// values that a frontend sends into a stream.
  ///
  /// An error that is not a `Failure` finishes it and is reported as unhandled.
  nonisolated public static func fed(byHost feed: HostFeed<Output>) -> AnyPublisher {
    MainActor.assumeIsolated {
      let report = BindingScope.reporter()
      return AnyPublisher(
        Observable.fed(byHost: feed).catch { error in
          if error is Failure { return .error(error) }
          report(error)
          return .empty()
        })
    }
  }
}
