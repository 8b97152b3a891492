/// Work that is started by inputs, one at a time, and whose elements and errors come out separately.
///
///     let refresh = Action<Void, [Foo]> { _ in api.foos() }
///     trigger.bind(to: refresh.inputs).disposed(by: bag)
///     refresh.elements.bind(to: foos).disposed(by: bag)
///
/// An input is accepted if the action is enabled at that moment: then the factory makes the work, and the action is
/// disabled until that ends. A refused input is dropped and told as ``ActionError/notEnabled``. An error ends the work
/// and not the action.
///
/// For one accepted input: `enabled` false, `executing` true, the work's elements, `enabled` true, `executing` false.
/// Work that ends inside its subscription has done so before its element (the last one) reaches `elements`.
///
/// Whoever makes an action has to keep it: inputs that are bound do not.
public final class Action<Input, Element> {
  /// The type of what makes the work.
  public typealias WorkFactory = (Input) -> Observable<Element>

  /// What the action was given to say whether it can be used.
  public let _enabledIf: Observable<Bool>
  /// Makes the work for an input.
  public let workFactory: WorkFactory
  /// Takes inputs. Stop events are ignored.
  public let inputs: AnyObserver<Input>
  /// Whether an input would be accepted now, and every time that is decided anew: repeated values too. Until
  /// `enabledIf` has sent anything it is false.
  public let enabled: Observable<Bool>
  /// One shared sequence for each accepted input; a newcomer gets the following ones.
  public let executionObservables: Observable<Observable<Element>>
  /// Whether work is going on; a newcomer gets the current value first.
  public let executing: Observable<Bool>
  /// The elements of all work. It never ends.
  public let elements: Observable<Element>
  /// What failed, and what was refused. It never ends.
  public let errors: Observable<ActionError>
  /// The errors of the work alone.
  public let underlyingError: Observable<any Error>

  private let bag = DisposeBag()

  /// The same for work that is a driver, a single or the like.
  public convenience init<Work: ObservableConvertibleType>(
    enabledIf: Observable<Bool> = .just(true), workFactory: @escaping (Input) -> Work
  ) where Work.Element == Element {
    self.init(enabledIf: enabledIf) { (input: Input) -> Observable<Element> in
      workFactory(input).asObservable()
    }
  }

  /// An action that can be used while the sequence says so, and is not busy.
  ///
  /// - Parameters:
  ///   - enabledIf: An error of it ends the action. Its last value stays in force when it completes.
  ///   - workFactory: Called for each accepted input.
  public init(
    enabledIf: Observable<Bool> = .just(true),
    workFactory makeWork: @escaping WorkFactory
  ) {
    _enabledIf = enabledIf
    workFactory = makeWork

    // Everything starts from this one subject, so that there is one order of things.
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
        // Through the trampoline, as `just` would not be: a cold sequence that the factory returns then waits with its
        // elements until everybody has got the execution.
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

    // The first observer of `executing`, and so of the executions: it decides before anybody is told.
    Observable.combineLatest(isExecuting, enabledIf) { !$0 && $1 }
      .bind(to: isEnabled)
      .disposed(by: bag)
  }

  /// Attempts the input, at once, whether or not the result is subscribed.
  ///
  /// - Returns: The elements and the end of this execution, from its beginning; an error is an ``ActionError``.
  ///   Disposing a subscription to it does not stop the work.
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
  /// Attempts the only input there is.
  @discardableResult
  public func execute() -> Observable<Element> { execute(()) }
}
