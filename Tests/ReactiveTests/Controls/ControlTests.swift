import Reactive
import ReactiveTesting
import Testing

/// The types of RxCocoa's controls, made of sequences and observers.
struct ControlTests {
  private let log = Log()

  private struct Form {
    let name: ControlProperty<String?>
    let tap: ControlEvent<Void>

    func greetings() -> Signal<String> {
      tap.asSignal().withLatestFrom(name.orEmpty.asDriver()) { _, name in "hello \(name)" }
    }
  }

  private func property(of relay: BehaviorRelay<String?>) -> ControlProperty<String?> {
    ControlProperty(
      values: relay, valueSink: AnyObserver { event in event.element.map(relay.accept) })
  }

  @Test func aFormOfControls() {
    let (text, taps) = (BehaviorRelay<String?>(value: nil), PublishRelay<Void>())
    let form = Form(name: property(of: text), tap: ControlEvent(events: taps))
    log.observe(form.greetings(), "S")
    taps.accept()
    text.accept("Ann")
    taps.accept()
    #expect(log.lines == ["S hello ", "S hello Ann"])
  }

  @Test func aPropertyIsBoundTo() {
    let text = BehaviorRelay<String?>(value: "a")
    let bag = DisposeBag()
    Observable.just("b").bind(to: property(of: text)).disposed(by: bag)
    #expect(text.value == "b")
    Observable.just("c").bind(to: property(of: text).orEmpty).disposed(by: bag)
    #expect(text.value == "c")
  }

  @Test func changedLeavesOutTheFirstValue() {
    let text = BehaviorRelay<String?>(value: "a")
    log.observe(property(of: text).changed.map { $0 ?? "nil" }, "S")
    text.accept("b")
    #expect(log.lines == ["S b"])
  }

  @Test func anErrorThatIsBoundIsReported() {
    let scope = BindingScope { [log] error in log.add("reported \(error)") }
    let property = scope.run { self.property(of: BehaviorRelay(value: nil)) }
    property.onError(TestError("net"))
    property.onNext("later")
    #expect(log.lines == ["reported net"])
  }

  @Test func aDriverEndsWhereTheEventsFail() {
    let taps = PublishSubject<Int>()
    let event = ControlEvent(events: taps)
    log.observe(event.asDriver(), "D")
    log.observe(event.asSignal(), "S")
    taps.onNext(1)
    taps.onError(TestError())
    #expect(log.lines == ["D 1", "S 1", "D |", "S |"])
  }
}

/// A host makes controls of what it sends.
struct FedControlTests {
  private let log = Log()
  private let feed = HostFeed<Int> { receiver in
    receiver.next(1)
    receiver.next(2)
    receiver.complete()
    return {}
  }

  @Test func anEventSendsIt() {
    log.observe(ControlEvent.fed(byHost: feed), "S")
    #expect(log.lines == ["S 1", "S 2", "S |"])
  }

  @Test func aPropertySendsItAndTakesWhatIsBound() {
    let property = ControlProperty.fed(byHost: feed)
    property.onNext(7)
    log.observe(property, "S")
    #expect(log.lines == ["S 1", "S 2", "S |"])
  }
}

/// `.rx`, and extensions of what it gives.
struct ReactiveCompatibleTests {
  private final class Client: ReactiveCompatible {
    var limit = 1
  }

  @Test func aServiceHasSequencesOfItsOwn() {
    let log = Log()
    log.observe(Client().rx.items(), "S")
    log.observe(Client.rx.total(), "T")
    #expect(log.lines == ["S 0", "S |", "T 9", "T |"])
  }

  @Test func aPropertyIsABinder() {
    var client: Client? = Client()
    weak let kept = client
    let binder = client!.rx.limit
    binder.onNext(5)
    #expect(client?.limit == 5)
    client = nil
    #expect(kept == nil)
    binder.onNext(6)
  }
}

extension RxExtension where Base: AnyObject {
  fileprivate func items() -> Observable<Int> { .just(0) }
  fileprivate static func total() -> Single<Int> { .just(9) }
}
