import HostedStreams
import Hosting
import Reactive

/// A service's answer in Swift: what `service` gives, a line of a ``Catalog``.
public struct ServiceImplementation {
  let name: String
  /// The type of the requests.
  let request: Any.Type
  /// A `Perform` of that type.
  let perform: Any

  /// Does what is asked for, tells how it ended, and gives what ends it before that.
  typealias Perform<Request: ServiceRequest> = (
    Request, _ completion: @escaping (Result<Request.Response, any Error>) -> Void
  ) -> any Disposable

  fileprivate init<Request: ServiceRequest>(
    _ type: Request.Type, _ perform: @escaping Perform<Request>
  ) {
    name = Request.service
    request = type
    self.perform = perform
  }
}

/// Answers a service in Swift, for all ViewModels of the catalog, where the frontend does not.
///
///     service(ItemsRequest.self) { request in try await api.items(page: request.page) }
///
/// The task is cancelled when the ViewModel loses interest. An error reaches the ViewModel as it was thrown.
public func service<Request: ServiceRequest>(
  _ type: Request.Type,
  perform: @escaping @MainActor (Request) async throws -> Request.Response
) -> ServiceImplementation {
  service(type) { request in Observable.task { try await perform(request) } }
}

/// The same with a stream of any library, such as an `Observable`, of which the first element is the answer.
@_disfavoredOverload
public func service<Request: ServiceRequest, Stream: HostedStream>(
  _ type: Request.Type, perform: @escaping @MainActor (Request) -> Stream
) -> ServiceImplementation where Stream.Element == Request.Response {
  ServiceImplementation(type) { request, completion in
    Observable.create { observer in
      let subscription = StreamSubscription(to: perform(request)) { step in
        switch step {
        case .next(let element): observer.onNext(element)
        case .failed(let error): observer.onError(error)
        case .completed: observer.onCompleted()
        }
      }
      return Disposables.create { subscription.end() }
    }.take(1).asSingle().subscribe(completion)
  }
}
