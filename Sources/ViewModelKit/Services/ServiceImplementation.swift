import HostedStreams
import Hosting
import Reactive

/// A service in Swift: a line of a ``Catalog``, made by a `service` function.
public struct ServiceImplementation {
  let name: String
  /// The type of the requests.
  let request: Any.Type
  /// A `Perform` of that type.
  let perform: Any

  /// Starts the work, calls `completion` when it ends, and returns a disposable that cancels it.
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

/// Answers a service in Swift for all ViewModels of the catalog, unless the frontend answers it.
///
///     service(ItemsRequest.self) { request in try await api.items(page: request.page) }
///
/// The task is cancelled when the ViewModel cancels the request. The ViewModel gets the error that
/// the closure throws.
public func service<Request: ServiceRequest>(
  _ type: Request.Type,
  perform: @escaping @MainActor (Request) async throws -> Request.Response
) -> ServiceImplementation {
  service(type) { request in Observable.task { try await perform(request) } }
}

/// Answers a service with the first element of a stream of any library, such as an `Observable`.
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
