import HostedStreams
import Reactive

extension AnyPublisher: HostFedStream {
  /// A publisher of what a host sends: the answer to a request, or what a frontend puts into a stream.
  ///
  /// An error that is no `Failure` finishes it, and is reported as one that nobody handles.
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
