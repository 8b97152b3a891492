import Reactive
import ReactiveTesting
import Testing

/// The ViewModels of the article on Action as they stand there, in the names of 2017, without its
/// misprints. What their streams do is in RefreshTests and ActionTests.
struct FooViewModelTests {
  private let client = APIClient()
  private let log = Log()

  private func observe(_ foos: Observable<[Foo]>, _ error: Observable<Error>) {
    log.observe(foos.map { $0.map(\.name) }, "foos")
    log.observe(error, "error")
  }

  private let replies: [Result<[Foo], TestError>] = [
    .success([Foo(name: "f1")]), .failure(TestError("net")), .success([Foo(name: "f2")]),
  ]

  @available(*, deprecated)
  @Test func withoutACatchAnErrorEndsTheFoos() {
    let viewModel = FooViewModel1(client)
    log.observe(viewModel.foos.map { $0.map(\.name) }, "foos")
    for reply in replies { client.reply = reply; viewModel.refreshTrigger.onNext(()) }
    #expect(log.lines == ["foos [\"f1\"]", "foos #net"])
  }

  @available(*, deprecated)
  @Test func withACatchAnErrorIsAnOutput() {
    let viewModel = FooViewModel2(client)
    observe(viewModel.foos, viewModel.error)
    for reply in replies { client.reply = reply; viewModel.refreshTrigger.onNext(()) }
    #expect(log.lines == ["foos [\"f1\"]", "error net", "foos [\"f2\"]"])
  }

  @available(*, deprecated)
  @Test func withAnActionAnErrorIsAnOutput() {
    let viewModel = FooViewModel3(client)
    observe(viewModel.foos, viewModel.error)
    for reply in replies { client.reply = reply; viewModel.refreshTrigger.onNext(()) }
    #expect(log.lines == ["foos [\"f1\"]", "error net", "foos [\"f2\"]"])
  }
}

private struct Foo: Equatable {
  let name: String
}

private final class APIClient {
  var reply: Result<[Foo], TestError> = .success([])

  func responseFrom(_ request: String) -> Observable<[Foo]> {
    .deferred { Observable.of(self.reply).map { try $0.get() } }
  }
}

@available(*, deprecated)
private class FooViewModel1 {
  let refreshTrigger = PublishSubject<Void>()
  let foos = PublishSubject<[Foo]>()
  private let disposeBag = DisposeBag()

  init(_ client: APIClient) {
    refreshTrigger
      .flatMap { client.responseFrom("foos") }
      .bindTo(foos)
      .addDisposableTo(disposeBag)
  }
}

@available(*, deprecated)
private class FooViewModel2 {
  let refreshTrigger = PublishSubject<Void>()

  var foos: Observable<[Foo]> {
    return foosSubject
  }

  var error: Observable<Error> {
    return errorSubject
  }

  private let foosSubject = PublishSubject<[Foo]>()
  private let errorSubject = PublishSubject<Error>()
  private let disposeBag = DisposeBag()

  init(_ client: APIClient) {
    refreshTrigger
      .flatMap { [weak self] _ in
        return client.responseFrom("foos")
          .do(onError: { [weak self] error in
            self?.errorSubject.onNext(error)
          })
          .catchError { _ in .empty() }
      }
      .bindTo(foosSubject)
      .addDisposableTo(disposeBag)
  }
}

@available(*, deprecated)
private class FooViewModel3 {
  let refreshTrigger = PublishSubject<Void>()

  var foos: Observable<[Foo]> {
    return refreshAction.elements
  }

  var error: Observable<Error> {
    return refreshAction.errors
      .flatMap { actionError -> Observable<Error> in
        if case .underlyingError(let error) = actionError {
          return Observable.of(error)
        } else {
          return .empty()
        }
      }
  }

  private let refreshAction: Action<Void, [Foo]>
  private let disposeBag = DisposeBag()

  init(_ client: APIClient) {
    refreshAction = Action<Void, [Foo]> { _ in
      return client.responseFrom("foos")
    }
    refreshTrigger
      .bindTo(refreshAction.inputs)
      .addDisposableTo(disposeBag)
  }
}
