// The operators of plain sequences, each shared anew. Their closures cannot throw.
extension SharedSequenceConvertibleType {
  /// See ``ObservableType/map(_:)``.
  public func map<Result>(
    _ transform: @escaping (Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> { through { $0.map(transform) } }

  /// See ``ObservableType/compactMap(_:)``.
  public func compactMap<Result>(
    _ transform: @escaping (Element) -> Result?
  ) -> SharedSequence<SharingStrategy, Result> { through { $0.compactMap(transform) } }

  /// See ``ObservableType/filter(_:)``.
  public func filter(_ predicate: @escaping (Element) -> Bool) -> SharedSequence<
    SharingStrategy, Element
  > {
    through { $0.filter(predicate) }
  }

  /// See ``ObservableType/scan(_:accumulator:)``.
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    through { $0.scan(seed, accumulator: accumulator) }
  }

  /// See ``ObservableType/startWith(_:)``.
  public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
    through { $0.startWith(element) }
  }

  /// See ``ObservableType/skip(_:)``.
  public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
    through { $0.skip(count) }
  }

  /// See ``ObservableType/distinctUntilChanged(_:)``.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) -> Key
  ) -> SharedSequence<SharingStrategy, Element> { through { $0.distinctUntilChanged(keySelector) } }

  /// See ``ObservableType/distinctUntilChanged(_:)``.
  public func distinctUntilChanged(_ comparer: @escaping (Element, Element) -> Bool)
    -> SharedSequence<SharingStrategy, Element>
  {
    through { $0.distinctUntilChanged(comparer) }
  }

  /// See ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
  public func `do`(
    onNext: ((Element) -> Void)? = nil, afterNext: ((Element) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, afterCompleted: (() -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> SharedSequence<SharingStrategy, Element> {
    through {
      $0.do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose)
    }
  }

  /// See ``ObservableType/debug(_:trimOutput:file:line:)``.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID,
    line: UInt = #line
  ) -> SharedSequence<SharingStrategy, Element> {
    through { $0.debug(identifier, trimOutput: trimOutput, file: file, line: line) }
  }

  /// See ``ObservableType/flatMap(_:)``.
  public func flatMap<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().flatMap(selector)) }

  /// See ``ObservableType/flatMapLatest(_:)``.
  public func flatMapLatest<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().flatMapLatest(selector)) }

  /// See ``ObservableType/flatMapFirst(_:)``.
  public func flatMapFirst<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().flatMapFirst(selector)) }

  /// See ``ObservableType/withLatestFrom(_:resultSelector:)``.
  public func withLatestFrom<Second, Result>(
    _ second: SharedSequence<SharingStrategy, Second>,
    resultSelector: @escaping (Element, Second) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    through { $0.withLatestFrom(second, resultSelector: resultSelector) }
  }

  /// See ``ObservableType/withLatestFrom(_:)``.
  public func withLatestFrom<Second>(
    _ second: SharedSequence<SharingStrategy, Second>
  ) -> SharedSequence<SharingStrategy, Second> { through { $0.withLatestFrom(second) } }

  /// See ``ObservableType/withUnretained(_:)``.
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> SharedSequence<SharingStrategy, (Object, Element)> {
    through { $0.withUnretained(object) }
  }

  /// See ``ObservableType/delay(_:scheduler:)``.
  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    through { $0.delay(dueTime, scheduler: MainScheduler()) }
  }

  /// See ``ObservableType/debounce(_:scheduler:)``.
  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    through { $0.debounce(dueTime, scheduler: MainScheduler()) }
  }

  /// See ``ObservableType/throttle(_:latest:scheduler:)``.
  public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true) -> SharedSequence<
    SharingStrategy, Element
  > {
    through { $0.throttle(dueTime, latest: latest, scheduler: MainScheduler()) }
  }
}

extension SharedSequenceConvertibleType where Element: Equatable {
  /// See ``ObservableType/distinctUntilChanged()``.
  public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
    through { $0.distinctUntilChanged() }
  }
}
