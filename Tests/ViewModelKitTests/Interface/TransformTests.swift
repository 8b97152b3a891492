import Hosting
import JSON
import Reactive
import ReactiveCombine
import TestSupport
import Testing

@testable import ViewModelKit

/// ViewModels that turn streams into streams: what they subscribe lives as long as the instance.
@Suite struct TransformTests {
  struct Input {
    let tap: Observable<Void>
    let text: Observable<String>
  }

  struct Output {
    let taps: BehaviorRelay<Int>
    let texts: Observable<String>
  }

  /// Owns its subscriptions, and has no owner once `transform` has returned.
  struct Stateless {
    private let disposeBag = DisposeBag()
    let onDispose: () -> Void

    func transform(input: Input) -> Output {
      let taps = BehaviorRelay(value: 0)
      input.tap.scan(0) { count, _ in count + 1 }
        .do(onDispose: onDispose)
        .bind(to: taps).disposed(by: disposeBag)
      return Output(taps: taps, texts: input.text)
    }
  }

  /// Works only as long as it is kept.
  final class Stateful {
    private var count: Int
    private let disposeBag = DisposeBag()

    init(start: Int) { count = start }

    func transform(input: Input) -> Output {
      let taps = BehaviorRelay(value: count)
      input.tap
        .subscribe(onNext: { [weak self] in
          guard let self else { return }
          count += 1
          taps.accept(count)
        }).disposed(by: disposeBag)
      return Output(taps: taps, texts: input.text)
    }
  }

  private static let interface = Interface<Output> {
    output("taps", \.taps)
    output("texts", \.texts)
  }

  private final class Log {
    var disposed = 0
    weak var made: Stateful?
  }

  private let log = Log()
  private let observer = NotingObserver()

  /// Makes an instance, taps twice, and gives its state.
  private func tapTwice(_ hosted: HostedViewModel) throws -> [JSONValue] {
    _ = hosted.activate(observer)
    for _ in 0..<2 { _ = try hosted.invoke(0, nil) }
    var writer = JSONWriter()
    _ = hosted.endTurn(told: [0, 1], to: &writer)
    return hosted.outputs.map(\.json)
  }

  @Test func theBagOfAStructThatIsDroppedBelongsToTheInstance() throws {
    let hosted = try Catalog {
      viewModel(
        "it",
        { [log] (tap: Observable<Void>, text: Observable<String>) in
          Stateless { log.disposed += 1 }.transform(input: Input(tap: tap, text: text))
        },
        .stream("tap"), .stream("text", "text"), interface: Self.interface)
    }.make("it")
    #expect(log.disposed == 0)
    #expect(try tapTwice(hosted) == [2, .null])
    hosted.tearDown()
    #expect(log.disposed == 1)
  }

  @Test func theViewModelOfATransformIsKept() throws {
    let hosted = try Catalog {
      viewModel(
        "it", Stateful.init,
        transform: { [log] viewModel, tap, text in
          log.made = viewModel
          return viewModel.transform(input: Input(tap: tap, text: text))
        },
        "start", .stream("tap"), .stream("text", "text"), interface: Self.interface)
    }.make("it", ["start": 40])
    #expect(try tapTwice(hosted) == [42, .null])
    #expect(log.made != nil)
    hosted.tearDown()
    #expect(log.made == nil)
  }

  @Test func aCreationThatFailsLeavesNothingBehind() throws {
    struct Refused: Error {}
    let tap = PublishSubject<Void>()
    let catalog = Catalog {
      viewModel(
        "it",
        { [log] () throws -> Output in
          _ = Stateless { log.disposed += 1 }
            .transform(input: Input(tap: tap, text: .never()))
          throw Refused()
        }, interface: Self.interface)
    }
    #expect(throws: Refused.self) { try catalog.make("it") }
    #expect(log.disposed == 1)
    #expect(!tap.hasObservers)
  }

  /// Once the instance is there, a bag is what it is everywhere: its subscriptions end with it.
  final class Restarting {
    let source = PublishSubject<Int>()
    let last = BehaviorRelay(value: 0)
    private var bag = DisposeBag()

    func restart() {
      bag = DisposeBag()
      source.map { $0 * 10 }.bind(to: last).disposed(by: bag)
    }
    func stop() { bag = DisposeBag() }
  }

  @Test func aBagThatIsReplacedLaterEndsItsSubscriptions() throws {
    let viewModel = Restarting()
    let hosted = try Catalog {
      ViewModelKit.viewModel(
        "it", { viewModel },
        interface: Interface {
          input("restart", Restarting.restart)
          input("stop", Restarting.stop)
        })
    }.make("it")
    _ = hosted.activate(observer)
    _ = try hosted.invoke(0, nil)
    _ = try hosted.invoke(0, nil)
    #expect(viewModel.source.hasObservers)
    _ = try hosted.invoke(1, nil)
    #expect(!viewModel.source.hasObservers)
  }

  /// The same shape with the names of Combine.
  struct Published {
    final class Bag { var cancellables: Set<AnyCancellable> = [] }
    private let bag = Bag()

    func transform(tap: Observable<Void>) -> CurrentValueSubject<Int, Never> {
      let taps = CurrentValueSubject<Int, Never>(0)
      tap.subscribe(onNext: {}).disposed(by: DisposeBag())
      tap.asPublisher().catch { _ in Empty<Void, Never>() }
        .sink { taps.send(taps.value + 1) }
        .store(in: &bag.cancellables)
      return taps
    }
  }

  @Test func whatIsStoredInASetThatIsDroppedBelongsToTheInstance() throws {
    let hosted = try Catalog {
      viewModel(
        "it", { (tap: Observable<Void>) in Published().transform(tap: tap) }, .stream("tap"),
        interface: Interface { output("taps", { $0 }) })
    }.make("it")
    _ = hosted.activate(observer)
    for _ in 0..<2 { _ = try hosted.invoke(0, nil) }
    var writer = JSONWriter()
    _ = hosted.endTurn(told: [0], to: &writer)
    #expect(hosted.outputs[0].json == 2)
  }

  /// It is not stored, so it ends at once, as in an app.
  @Test func aSinkThatIsNotStoredEndsAtOnce() throws {
    let source = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    _ = try Catalog {
      viewModel(
        "it",
        { () -> PassthroughSubject<Int, Never> in
          _ = source.sink { seen.append($0) }
          return source
        }, interface: Interface {})
    }.make("it")
    source.send(1)
    #expect(seen == [])
  }
}
