import HostedStreams
import Hosting
import JSON
import Reactive

/// Sends the requests of one instance. A ViewModel gets it through ``Parameter/services(_:)``.
///
/// A ViewModel that declares its needs as a protocol does not depend on this class, which conforms
/// in an extension:
///
///     protocol ItemsService {                                            // in the app
///       func items(page: Int) async throws -> ItemsPage
///     }
///
///     extension Services: ItemsService {                                 // where it is hosted
///       func items(page: Int) async throws -> ItemsPage {
///         try await send(ItemsRequest(page: page))
///       }
///     }
///
///     viewModel("list", ListViewModel.init(service:), .services(ItemsRequest.self))
///
/// A request ends once: with a response or with an error, which is a ``ServiceError`` if it comes
/// from a frontend or the host. Disposing the instance cancels the open requests.
public final class Services {
  private var provider: any ServiceProvider
  private var implementations: [ServiceImplementation]
  /// Ends each open request, by the order of sending.
  private var open: [Int: () -> Void] = [:]
  private var lastNumber = 0
  private var isEnded = false

  init(_ provider: any ServiceProvider, _ implementations: [ServiceImplementation]) {
    self.provider = provider
    self.implementations = implementations
  }

  /// Sends requests that belong to no instance, for an object that all ViewModels share, such as
  /// the client of an API.
  ///
  ///     final class APIClient {                       // where it is hosted, instead of the app's
  ///       static let shared = APIClient()
  ///       func foos() -> Observable<[Foo]> { Services.shared.response(to: FoosRequest()) }
  ///     }
  ///
  /// A line of the catalog adds its requests to the contract (``services(_:)``).
  ///
  /// Such a request ends with its answer or when the caller cancels it, and never because an
  /// instance is disposed. Creating a ViewModel does not check that the service is answered. If
  /// neither the frontend nor the catalog answers it, the request fails with
  /// ``ServiceError/missing``, and the host reports it once, on standard error and with `host/log`.
  /// Without a host, as in a unit test, it fails in the same way.
  public static let shared = Services(NoProvider(), [])

  /// Connects the shared services of the process to a provider.
  package func open(_ provider: any ServiceProvider, of catalog: Catalog) {
    self.provider = provider
    implementations = catalog.services
  }

  /// Sends a request and waits for the response.
  ///
  /// - Throws: ``ServiceError``, an error of an implementation in Swift, or `CancellationError`
  ///   when the task is cancelled or the instance disposed.
  public func send<Request: ServiceRequest>(_ request: Request) async throws -> Request.Response {
    try Task.checkCancellation()
    let answer = Answer<Request.Response>()
    // The answer and the ViewModel's reaction to it belong to one turn.
    await withTaskExecutorPreference(LoopThread.executor) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          answer.continuation = continuation
          answer.request = start(request, onDispose: { answer.cancel() }) { answer.end($0) }
        }
      } onCancel: {
        // At once if the main actor cancels; else as soon as the main actor is free.
        Task.immediate { @MainActor in answer.cancel() }
      }
    }
    return try answer.result.get()
  }

  /// Sends a request for each subscription; the stream is the response, then completed, or the
  /// error. Disposing the subscription cancels the request. After the instance is disposed, the
  /// stream sends no more events.
  public func response<Request: ServiceRequest>(
    to request: Request
  ) -> Observable<Request.Response> {
    .fed(byHost: feed(request))
  }

  /// Sends a request for each subscription of a stream of another library.
  @_disfavoredOverload
  public func response<Request: ServiceRequest, Stream: HostFedStream>(
    to request: Request
  ) -> Stream where Stream.Fed == Stream, Stream.Element == Request.Response {
    .fed(byHost: feed(request))
  }

  /// Makes a feed that sends the request for each subscription.
  private func feed<Request: ServiceRequest>(_ request: Request) -> HostFeed<Request.Response> {
    nonisolated(unsafe) let request = request
    return .onMainThread { receiver in
      let pending = self.start(request) { result in
        switch result {
        case .success(let response):
          receiver.next(response)
          receiver.complete()
        case .failure(let error): receiver.fail(error)
        }
      }
      return { pending.dispose() }
    }
  }

  /// Sends a request, and calls the closure once when it ends, possibly before this method returns.
  ///
  /// - Returns: a disposable that cancels the request without calling the closure. If the instance
  ///   is disposed, the closure gets a `CancellationError`.
  @discardableResult
  public func send<Request: ServiceRequest>(
    _ request: Request,
    completion: @escaping (Result<Request.Response, any Error>) -> Void
  ) -> any Disposable {
    start(request, onDispose: { completion(.failure(CancellationError())) }, completion)
  }

  /// - Parameter onDispose: is called instead of `completion` when the instance is disposed first.
  private func start<Request: ServiceRequest>(
    _ request: Request, onDispose: (() -> Void)? = nil,
    _ completion: @escaping (Result<Request.Response, any Error>) -> Void
  ) -> any Disposable {
    guard !isEnded else {
      onDispose?()
      return Disposables.create()
    }
    lastNumber += 1
    let pending = PendingRequest<Request>(completion, onDispose) {
      [weak self, number = lastNumber] in
      self?.open[number] = nil
    }
    open[lastNumber] = { pending.end() }
    pass(request, to: pending)
    return pending
  }

  /// Sends the request to the frontend if that answers it, else to the catalog.
  private func pass<Request: ServiceRequest>(
    _ request: Request, to pending: PendingRequest<Request>
  ) {
    let answers = provider.answers(Request.service)
    let perform =
      answers
      ? nil
      : implementations.lazy.compactMap {
        $0.perform as? ServiceImplementation.Perform<Request>
      }.first
    if answers || provider.takesAll && perform != nil {
      do {
        let call = try pending.call(request)
        provider.start(call)
        return pending.cancelsWith { [provider] in provider.cancel(call) }
      } catch {
        return pending.complete(.failure(error))
      }
    }
    if let perform {
      let work = perform(request) { pending.complete($0) }
      return pending.cancelsWith { work.dispose() }
    }
    provider.noteUnanswered(Request.service)
    let error = ServiceError(
      service: Request.service, code: ServiceError.missing,
      message: "Nobody answers the service \(Request.service)")
    pending.complete(.failure(error))
  }

  /// Cancels the open requests, in the order of sending.
  func end() {
    isEnded = true
    let requests = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, end) in requests { end() }
  }
}

/// Answers no service, as no host runs.
private struct NoProvider: ServiceProvider {
  func answers(_ service: String) -> Bool { false }
  func start(_ call: ServiceCall) {}
  func cancel(_ call: ServiceCall) {}
  func noteUnanswered(_ service: String) {}
}

/// The state of an asynchronous request.
private final class Answer<Response> {
  var continuation: CheckedContinuation<Void, Never>?
  var request: (any Disposable)?
  private(set) var result: Result<Response, any Error> = .failure(CancellationError())

  func end(_ result: Result<Response, any Error>) {
    guard let continuation else { return }
    self.result = result
    self.continuation = nil
    continuation.resume()
  }

  func cancel() {
    request?.dispose()
    end(.failure(CancellationError()))
  }
}
