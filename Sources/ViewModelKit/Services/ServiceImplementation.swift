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

/// The same with an `Observable`, of which the first element is the answer.
@_disfavoredOverload
public func service<Request: ServiceRequest>(
  _ type: Request.Type,
  perform: @escaping @MainActor (Request) -> Observable<Request.Response>
) -> ServiceImplementation {
  ServiceImplementation(type) { request, completion in
    perform(request).take(1).asSingle().subscribe(completion)
  }
}
