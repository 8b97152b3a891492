import Hosting
import JSON
import Reactive
import Synchronization
import TestSupport
import Testing

@testable import ViewModelKit

/// Sequences as outputs and as parameters.
@Suite struct StreamTests {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let observer = NotingObserver()

  /// Ends a turn: the patch, and the errors of outputs with their places.
  private func settle(_ hosted: HostedViewModel) -> [String] {
    let changed = Set(observer.takeChanges().joined()).sorted()
    var lines: [String] = []
    var writer = JSONWriter()
    lines += hosted.endTurn(told: changed, to: &writer)
    let patch = writer.text
    return (patch.isEmpty ? [] : [patch]) + lines
  }

  private func hosted(_ entry: CatalogEntry) throws -> HostedViewModel {
    try Catalog { entry }.make("it")
  }

  private func replacing(_ value: Int) -> String {
    #"{"op":"replace","path":"/number","value":\#(value)}"#
  }

  @Test func anErrorIsReportedWithItsOutputAndTheLastValueStays() throws {
    let numbers = PublishSubject<Int>()
    let hosted = try hosted(
      viewModel("it", { numbers }, interface: Interface { output("number", { $0 }) }))
    #expect(hosted.activate(observer).isEmpty)
    numbers.onNext(1)
    #expect(settle(hosted) == [replacing(1)])
    numbers.onError(Fault(description: "net"))
    #expect(settle(hosted) == ["0: net"])
    #expect(hosted.outputs[0].json == 1)
    #expect(settle(hosted) == [])
    #expect(observer.failures == [])
  }

  /// protocol.md, "viewModel/failed": before the answers of the turn, and after the update.
  @Test func anErrorInTheTurnOfAnElementIsReportedAfterIt() throws {
    let numbers = PublishSubject<Int>()
    let hosted = try hosted(
      viewModel("it", { numbers }, interface: Interface { output("number", { $0 }) }))
    _ = hosted.activate(observer)
    numbers.onNext(1)
    numbers.onError(Fault(description: "net"))
    #expect(settle(hosted) == [replacing(1), "0: net"])
    #expect(settle(hosted) == [])
  }

  @Test func anErrorAtTheStartIsReportedWithItsOutput() throws {
    let failing = Observable.concat(.just(1), .error(Fault(description: "net")))
    let hosted = try hosted(
      viewModel("it", { failing }, interface: Interface { output("number", { $0 }) }))
    #expect(hosted.activate(observer).map { "\($0.output): \($0.error)" } == ["0: net"])
    #expect(hosted.outputs[0].json == 1)
  }

  @Test func anElementWithoutJSONFormIsReportedAndSoIsTheErrorAfterIt() throws {
    let numbers = PublishSubject<Double>()
    let hosted = try hosted(
      viewModel("it", { numbers }, interface: Interface { output("number", { $0 }) }))
    _ = hosted.activate(observer)
    numbers.onNext(.infinity)
    numbers.onError(Fault(description: "net"))
    let lines = settle(hosted)
    #expect(lines.count == 2)
    #expect(lines.last == "0: net")
    #expect(settle(hosted) == [])
  }

  /// A view model whose `init` takes what RxCocoa's views give.
  private final class Traits {
    let taps = BehaviorRelay(value: 0)
    let name: Driver<String>
    private let bag = DisposeBag()

    init(name: Driver<String>, tap: Signal<Void>) {
      self.name = name.map { $0.uppercased() }
      tap.emit(onNext: { [taps] in taps.accept(taps.value + 1) }).disposed(by: bag)
    }
  }

  @Test func aDriverAndASignalAreParameters() throws {
    let hosted = try hosted(
      viewModel(
        "it", Traits.init(name:tap:), .stream("name", "text"), .stream("tap"),
        interface: Interface {
          output("name", \.name)
          output("taps", \.taps)
        }))
    _ = hosted.activate(observer)
    #expect(hosted.outputs.map(\.json) == [.null, 0])
    _ = try hosted.invoke(0, ["text": "ann"])
    _ = try hosted.invoke(1, nil)
    _ = settle(hosted)
    #expect(hosted.outputs.map(\.json) == ["ANN", 1])
    #expect(throws: ArgumentError.self) { try hosted.invoke(0, ["text": 1]) }
  }

  @Test func theOnlyArgumentHasTheInputsNameUnlessItIsGivenOne() throws {
    let hosted = try hosted(
      viewModel(
        "it", Traits.init(name:tap:), .stream("name", startingWith: "bob"), .stream("tap"),
        interface: Interface {
          output("name", \.name)
          input("taps", \.taps)
          output("taps", \.taps)
        }))
    _ = hosted.activate(observer)
    #expect(hosted.outputs.map(\.json) == ["BOB", 0])
    _ = try hosted.invoke(0, ["taps": 7])
    _ = try hosted.invoke(1, ["name": "ann"])
    _ = settle(hosted)
    #expect(hosted.outputs.map(\.json) == ["ANN", 7])
  }

  /// As a text field has a text before the user types.
  @Test func aStreamStartsWithAnElement() throws {
    final class Form {
      let isValid: Driver<Bool>
      let texts: Observable<[String]>

      init(name: Driver<String>, mail: Observable<String>) {
        isValid = Driver.combineLatest(name, mail.asDriver(onErrorDriveWith: .never())) {
          !$0.isEmpty && !$1.isEmpty
        }
        // A new subscriber gets what is there now.
        texts = name.asObservable().take(1).concat(name.asObservable().take(1)).scan([]) {
          $0 + [$1]
        }
      }
    }
    let hosted = try hosted(
      viewModel(
        "it", Form.init, .stream("name", "text", startingWith: ""),
        .stream("mail", "text", startingWith: "a@b"),
        interface: Interface {
          output("isValid", \.isValid)
          output("texts", \.texts)
        }))
    _ = hosted.activate(observer)
    #expect(hosted.outputs.map(\.json) == [false, ["", ""]])
    _ = try hosted.invoke(0, ["text": "ann"])
    _ = settle(hosted)
    #expect(hosted.outputs[0].json == true)
    _ = try hosted.invoke(1, [""])
    _ = settle(hosted)
    #expect(hosted.outputs[0].json == false)
  }

  // MARK: Outputs that are never null

  @Test func anInitialValueIsThereUntilTheFirstElement() throws {
    let numbers = PublishSubject<Int>()
    let hosted = try hosted(
      viewModel(
        "it", { numbers }, interface: Interface { output("number", { $0 }, initially: 5) }))
    #expect(hosted.activate(observer).isEmpty)
    #expect(hosted.outputs[0].json == 5)
    numbers.onNext(6)
    #expect(settle(hosted) == [replacing(6)])
  }

  @Test func anImmediateElementTakesThePlaceOfTheInitialValue() throws {
    let hosted = try hosted(
      viewModel(
        "it", { Observable.just(1) },
        interface: Interface { output("number", { $0 }, initially: 5) }))
    #expect(hosted.activate(observer).isEmpty)
    #expect(hosted.outputs[0].json == 1)
  }

  @Test func aWindowShowsTheInitialList() throws {
    let hosted = try hosted(
      viewModel(
        "it", { PublishSubject<[Int]>() },
        interface: Interface { output("list", { $0 }, initially: [1, 2, 3]) }))
    let window = Window(offset: 1, limit: 1, isAnchored: false)
    #expect(hosted.activate(observer, observing: [0: .window(window)]).isEmpty)
    #expect(hosted.outputs[0].json == ["total": 3, "offset": 1, "items": [2]])
  }

  @Test func whatPromisesAnElementAndHasNoneIsAnError() throws {
    let hosted = try hosted(
      viewModel(
        "it", { Observable<Int>.never() },
        interface: Interface { output("number", immediate: \.self) }))
    let failures = hosted.activate(observer)
    #expect(failures.map(\.output) == [0])
    let missing = try #require(failures.first?.error as? NoFirstElement)
    #expect(missing.output == "number")
  }

  @Test func theElementsOfAnAsyncSequenceAreAnOutput() async throws {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let (changes, change) = AsyncStream<Void>.makeStream()
    let observer = NotingObserver { change.yield() }
    let hosted = try hosted(
      viewModel(
        "it", { numbers }, interface: Interface { output("number", { $0 }, initially: 0) }))
    #expect(hosted.activate(observer).isEmpty)
    #expect(hosted.outputs[0].json == 0)
    continuation.yield(1)
    for await _ in changes { break }
    var writer = JSONWriter()
    #expect(hosted.endTurn(told: [0], to: &writer) == [])
    #expect(writer.text == replacing(1))
    hosted.tearDown()
  }

  /// A subclass of `Observable` is no `Observable` that the host could make.
  @Test func aSubjectIsNoParameter() {
    let catalog = Catalog {
      viewModel(
        "it", { (subject: PublishSubject<Int>) in subject }, .stream("number", "number"),
        interface: Interface { output("number", { $0 }) })
    }
    #expect(catalog.faults.count == 1)
    #expect(catalog.faults.first?.contains("as the stream number") == true)
  }
}
