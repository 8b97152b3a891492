import HostedStreams
import Hosting
import JSON
import Reactive

/// Sends the requests of one instance to those that answer them. It is asked for with ``Parameter/services(_:)``.
///
/// A ViewModel that declares what it needs as a protocol knows nothing of this class, which conforms in an extension:
///
///     protocol ItemsService {                                            // in the app
///       func items(page: Int) async throws -> ItemsPage
///     }
///
///     extension Services: ItemsService {                                 // where it is hosted
///       func items(page: Int) async throws -> ItemsPage { try await send(ItemsRequest(page: page)) }
///     }
///
///     viewModel("list", ListViewModel.init(service:), .services(ItemsRequest.self))
///
/// Whatever the form, a request ends once: with a response, or with an error, which is a ``ServiceError`` when a
/// frontend or the host gives it. What is still open when the instance is disposed is cancelled.
public final class Services {
  private var provider: any ServiceProvider
  private var implementations: [ServiceImplementation]
  /// What ends the requests that have not ended, by the order in which they were sent.
  private var open: [Int: () -> Void] = [:]
  private var lastNumber = 0
  private var isEnded = false

  init(_ provider: any ServiceProvider, _ implementations: [ServiceImplementation]) {
    self.provider = provider
    self.implementations = implementations
  }

  /// What belongs to no instance: for an object that all ViewModels share, such as the client of an API.
  ///
  ///     final class APIClient {                                            // where it is hosted, instead of the app's
  ///       static let shared = APIClient()
  ///       func foos() -> Observable<[Foo]> { Services.shared.response(to: FoosRequest()) }
  ///     }
  ///
  /// A line of the catalog brings its requests into the contract (``services(_:)``).
  ///
  /// Such a request ends with its answer, or when who waits for it loses interest, and never because some instance is
  /// disposed. That somebody answers is not made sure when a ViewModel is created; if nobody does, the request fails
  /// with ``ServiceError/missing``, and the host says so once, on standard error and with `host/log`. So it fails where
  /// no host serves, as in a unit test.
  public static let shared = Services(NoProvider(), [])

  /// Has a process's shared services answered.
  package func open(_ provider: any ServiceProvider, of catalog: Catalog) {
    self.provider = provider
    implementations = catalog.services
  }

  /// Sends a request and waits for the response.
  ///
  /// - Throws: ``ServiceError``, what an implementation in Swift throws, or `CancellationError` when the task is
  ///   cancelled or the instance disposed.
  public func send<Request: ServiceRequest>(_ request: Request) async throws -> Request.Response {
    try Task.checkCancellation()
    let answer = Answer<Request.Response>()
    // The answer, and what the ViewModel makes of it, are one turn.
    await withTaskExecutorPreference(LoopThread.executor) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          answer.continuation = continuation
          answer.request = start(request, onDispose: { answer.cancel() }) { answer.end($0) }
        }
      } onCancel: {
        // At once when the main actor cancels; from elsewhere as soon as it is free.
        Task.immediate { @MainActor in answer.cancel() }
      }
    }
    return try answer.result.get()
  }

  /// The response, then completed, or the error. Each subscription sends the request anew; disposing it cancels. When
  /// the instance is disposed nothing comes any more.
  public func response<Request: ServiceRequest>(
    to request: Request
  ) -> Observable<Request.Response> {
    .fed(byHost: feed(request))
  }

  /// The same as a stream of another library.
  @_disfavoredOverload
  public func response<Request: ServiceRequest, Stream: HostFedStream>(
    to request: Request
  ) -> Stream where Stream.Fed == Stream, Stream.Element == Request.Response {
    .fed(byHost: feed(request))
  }

  /// Sends the request for each subscription.
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

  /// Sends a request, and calls the closure once when it ends, which may be in this call.
  ///
  /// - Returns: what cancels it; the closure is not called then. When the instance is disposed it is, with
  ///   `CancellationError`.
  @discardableResult
  public func send<Request: ServiceRequest>(
    _ request: Request,
    completion: @escaping (Result<Request.Response, any Error>) -> Void
  ) -> any Disposable {
    start(request, onDispose: { completion(.failure(CancellationError())) }, completion)
  }

  /// - Parameter onDispose: is called instead of `completion` when the instance is disposed before that.
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

  /// To the frontend if that answers, else to the catalog.
  private func pass<Request: ServiceRequest>(
    _ request: Request, to pending: PendingRequest<Request>
  ) {
    let performs = implementations.lazy.compactMap {
      $0.perform as? ServiceImplementation.Perform<Request>
    }
    if provider.answers(Request.service) || provider.takesAll && performs.first != nil {
      do {
        let call = try pending.call(request)
        provider.start(call)
        return pending.cancelsWith { [provider] in provider.cancel(call) }
      } catch {
        return pending.complete(.failure(error))
      }
    }
    if let perform = performs.first {
      let work = perform(request) { pending.complete($0) }
      return pending.cancelsWith { work.dispose() }
    }
    provider.noteUnanswered(Request.service)
    let error = ServiceError(
      service: Request.service, code: ServiceError.missing,
      message: "Nobody answers the service \(Request.service)")
    pending.complete(.failure(error))
  }

  /// Cancels what is open, in order.
  func end() {
    isEnded = true
    let requests = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, end) in requests { end() }
  }
}

/// Answers nothing: no host serves.
private struct NoProvider: ServiceProvider {
  func answers(_ service: String) -> Bool { false }
  func start(_ call: ServiceCall) {}
  func cancel(_ call: ServiceCall) {}
  func noteUnanswered(_ service: String) {}
}

/// What an asynchronous request waits for.
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
