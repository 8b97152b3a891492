/// Work that inputs start, one at a time; its elements and errors come out separately (the Action
/// library of RxSwiftCommunity).
///
///     let refresh = Action<Void, [Foo]> { _ in api.foos() }
///     trigger.bind(to: refresh.inputs).disposed(by: bag)
///     refresh.elements.bind(to: foos).disposed(by: bag)
///
/// An input is accepted if the action is enabled at that moment. The factory then makes the work,
/// and the action is disabled until the work ends. A refused input is dropped and reported as
/// ``ActionError/notEnabled``. An error ends the work, not the action.
///
/// The order of events for one accepted input: `enabled` false, `executing` true, the work's
/// elements, `enabled` true, `executing` false. Work that ends inside its subscription has already
/// ended when its last element reaches `elements`.
///
/// The owner must retain the action; bound inputs do not.
public final class Action<Input, Element> {
  /// Makes the work for an input.
  public typealias WorkFactory = (Input) -> Observable<Element>

  /// The condition that was passed to the initializer.
  public let _enabledIf: Observable<Bool>
  /// Makes the work for an input.
  public let workFactory: WorkFactory
  /// Receives inputs. It ignores stop events.
  public let inputs: AnyObserver<Input>
  /// Whether an input would be accepted now. It sends a value at each decision, repeated values
  /// too. It is false until `enabledIf` has sent a value.
  public let enabled: Observable<Bool>
  /// One shared sequence for each accepted input; a late subscriber gets the following ones only.
  public let executionObservables: Observable<Observable<Element>>
  /// Whether work is running; a new subscriber gets the current value first.
  public let executing: Observable<Bool>
  /// The elements of all work. This sequence never ends.
  public let elements: Observable<Element>
  /// The errors of the work and the refused inputs. This sequence never ends.
  public let errors: Observable<ActionError>
  /// The errors of the work alone.
  public let underlyingError: Observable<any Error>

  private let bag = DisposeBag()

  /// An action whose work is a driver, a single or another kind of sequence.
  public convenience init<Work: ObservableConvertibleType>(
    enabledIf: Observable<Bool> = .just(true), workFactory: @escaping (Input) -> Work
  ) where Work.Element == Element {
    self.init(enabledIf: enabledIf) { (input: Input) -> Observable<Element> in
      workFactory(input).asObservable()
    }
  }

  /// An action that is enabled while `enabledIf` is true and no work runs.
  ///
  /// - Parameters:
  ///   - enabledIf: An error of this sequence ends the action. When it completes, its last value
  ///     stays in force.
  ///   - workFactory: Called for each accepted input.
  public init(
    enabledIf: Observable<Bool> = .just(true),
    workFactory makeWork: @escaping WorkFactory
  ) {
    _enabledIf = enabledIf
    workFactory = makeWork

    // Everything starts from this one subject, which fixes the order of events.
    let attempts = PublishSubject<Input>()
    inputs = AnyObserver { event in if let input = event.element { attempts.onNext(input) } }

    let failures = PublishSubject<ActionError>()
    errors = failures
    underlyingError = failures.compactMap(\.underlyingError)

    let isEnabled = BehaviorSubject(value: false)
    enabled = isEnabled

    let executions =
      attempts
      .withLatestFrom(isEnabled) { (input: $0, isAccepted: $1) }
      .flatMap { attempt -> Observable<Observable<Element>> in
        guard attempt.isAccepted else {
          failures.onNext(.notEnabled)
          return .empty()
        }
        let work = makeWork(attempt.input)
          .do(onError: { failures.onNext(.underlyingError($0)) })
          .share(replay: 1, scope: .forever)
        // `of` goes through the trampoline, which `just` does not: a cold sequence that the factory
        // returns then holds its elements back until all observers have the execution.
        return .of(work)
      }
      .share()
    executionObservables = executions
    elements = executions.flatMap { $0.catch { _ in .empty() } }

    let isExecuting =
      executions
      .flatMap { work in
        let end = work.flatMap { _ in Observable<Bool>.empty() }.catch { _ in .empty() }
        return Observable.concat(.just(true), end, .just(false))
      }
      .startWith(false)
      .share(replay: 1, scope: .forever)
    executing = isExecuting

    // This is the first observer of `executing`, and so of the executions: it decides before other
    // observers are notified.
    Observable.combineLatest(isExecuting, enabledIf) { !$0 && $1 }
      .bind(to: isEnabled)
      .disposed(by: bag)
  }

  /// Attempts the input at once, even if nothing subscribes to the result.
  ///
  /// - Returns: The elements and the end of this execution, from its beginning; an error is an
  ///   ``ActionError``. Disposing a subscription to it does not stop the work.
  @discardableResult
  public func execute(_ input: Input) -> Observable<Element> {
    let result = ReplaySubject<Element>.createUnbounded()
    let accepted = executionObservables.map { work in
      work.catch { throw ActionError.underlyingError($0) }
    }
    let refused = errors.map { Observable<Element>.error($0) }
    _ = Observable.merge(accepted, refused).take(1).concat().subscribe(result)
    inputs.onNext(input)
    return result
  }
}

extension Action where Input == Void {
  /// Attempts the input `()`.
  @discardableResult
  public func execute() -> Observable<Element> { execute(()) }
}
