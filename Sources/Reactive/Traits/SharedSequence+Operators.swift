// The operators of plain sequences; each result is shared again. Their closures cannot throw.
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

  /// See ``ObservableType/scan(into:accumulator:)``.
  public func scan<Result>(
    into seed: Result, accumulator: @escaping (inout Result, Element) -> Void
  ) -> SharedSequence<SharingStrategy, Result> {
    through { $0.scan(into: seed, accumulator: accumulator) }
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

  /// See ``ObservableType/distinctUntilChanged(_:comparer:)``.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) -> Key, comparer: @escaping (Key, Key) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    through { $0.distinctUntilChanged(keySelector, comparer: comparer) }
  }

  /// See ``ObservableType/distinctUntilChanged(at:)``.
  public func distinctUntilChanged<Property: Equatable>(
    at property: KeyPath<Element, Property>
  ) -> SharedSequence<SharingStrategy, Element> {
    through { $0.distinctUntilChanged(at: property) }
  }

  /// See ``ObservableType``'s `do`.
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

  /// See ``ObservableType/withUnretained(_:)``.
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> SharedSequence<SharingStrategy, (Object, Element)> {
    through { $0.withUnretained(object) }
  }

  /// See ``ObservableType/withUnretained(_:resultSelector:)``.
  public func withUnretained<Object: AnyObject, Result>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    through { $0.withUnretained(object, resultSelector: resultSelector) }
  }

  /// See ``ObservableType/delay(_:scheduler:)``.
  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    through { $0.delay(dueTime, scheduler: SharingStrategy.scheduler) }
  }

  /// See ``ObservableType/debounce(_:scheduler:)``.
  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    through { $0.debounce(dueTime, scheduler: SharingStrategy.scheduler) }
  }

  /// See ``ObservableType/throttle(_:latest:scheduler:)``.
  public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true) -> SharedSequence<
    SharingStrategy, Element
  > {
    through { $0.throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler) }
  }
}

extension SharedSequenceConvertibleType where Element: Equatable {
  /// See ``ObservableType/distinctUntilChanged()``.
  public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
    through { $0.distinctUntilChanged() }
  }
}
