import Reactive
import ReactiveTesting
import Testing

/// A ViewModel in sergdort's style, with the helpers that come with it.
private final class PostsViewModel {
  struct Input {
    let trigger: Driver<Void>
    let selection: Driver<Int>
  }

  struct Output {
    let fetching: Driver<Bool>
    let posts: Driver<[String]>
    let selectedPost: Driver<String>
    let error: Driver<Error>
  }

  private let posts: () -> Single<[String]>

  init(posts: @escaping () -> Single<[String]>) {
    self.posts = posts
  }

  func transform(input: Input) -> Output {
    let activityIndicator = ActivityIndicator()
    let errorTracker = ErrorTracker()
    let posts = input.trigger.flatMapLatest {
      return self.posts()
        .trackActivity(activityIndicator)
        .trackError(errorTracker)
        .asDriverOnErrorJustComplete()
        .map { $0.map { $0.uppercased() } }
    }
    let selectedPost = input.selection
      .withLatestFrom(posts) { (index, posts) -> String in
        return posts[index]
      }
    return Output(
      fetching: activityIndicator.asDriver(),
      posts: posts,
      selectedPost: selectedPost,
      error: errorTracker.asDriver())
  }
}

struct TrackingTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  @Test func aViewModelOfDrivers() {
    let trigger = PublishRelay<Void>()
    let selection = PublishRelay<Int>()
    MainScheduler.with(loop: scheduler) {
      var replies: [Result<[String], TestError>] = [
        .success(["a", "b"]), .failure(TestError("net")), .success(["c"]),
      ]
      let viewModel = PostsViewModel {
        let reply = replies.removeFirst()
        return Single<Int>.timer(.milliseconds(100), scheduler: MainScheduler.instance)
          .map { _ in try reply.get() }
      }
      let output = viewModel.transform(
        input: .init(
          trigger: trigger.asDriver(onErrorDriveWith: .empty()),
          selection: selection.asDriver(onErrorDriveWith: .empty())))
      let bag = DisposeBag()
      let line = { (text: String) in log.add("\(scheduler.clock) \(text)") }
      output.fetching.drive(onNext: { line("fetching \($0)") }).disposed(by: bag)
      output.posts.drive(onNext: { line("posts \($0)") }).disposed(by: bag)
      output.selectedPost.drive(onNext: { line("selected \($0)") }).disposed(by: bag)
      output.error.drive(onNext: { line("error \($0)") }).disposed(by: bag)
      for time in [0, 200, 400] { scheduler.schedule(at: time) { trigger.accept(()) } }
      scheduler.schedule(at: 150) { selection.accept(1) }
      scheduler.start()
      withExtendedLifetime(bag) {}
    }
    #expect(
      log.lines == [
        "0 fetching false", "0 fetching true", "100 posts [\"A\", \"B\"]", "100 fetching false",
        "150 selected B", "200 fetching true", "300 error net", "300 fetching false",
        "400 fetching true", "500 posts [\"C\"]", "500 fetching false",
      ])
  }

  /// Two activities at the same time are one; and a disposal ends one too.
  @Test func activitiesAreCounted() {
    let indicator = ActivityIndicator()
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = indicator.drive(onNext: { log.add("\($0)") })
    let first = a.trackActivity(indicator).subscribe()
    let second = b.trackActivity(indicator).subscribe()
    first.dispose()
    #expect(log.lines == ["false", "true"])
    second.dispose()
    #expect(log.lines == ["false", "true", "false"])
  }

  /// A helper that is a shared sequence has its operators.
  @Test func aConvertibleHasTheOperators() {
    let indicator = ActivityIndicator()
    log.observe(indicator.filter { $0 }.mapToVoid(), "busy")
    log.observe(indicator.asObservable().mapToVoid().take(1), "any")
    _ = Observable<Int>.never().trackActivity(indicator).subscribe()
    #expect(log.lines == ["any ()", "any |", "busy ()"])
  }
}
