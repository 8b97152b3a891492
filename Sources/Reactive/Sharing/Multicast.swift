extension ObservableType {
  /// Shares this sequence from `connect` on, with all elements replayed to late subscribers of the
  /// same connection.
  public func replayAll() -> ConnectableObservable<Element> {
    connectable { ReplaySubject.createUnbounded() }
  }

  /// Shares one subscription to the source within the selector's result. Each subscriber has its
  /// own.
  ///
  ///     source                                                  ─1──2──3─|
  ///     multicast({ PublishSubject() }) { .zip($0, $0.skip(1)) }  ────12─23|
  ///
  /// - Parameters:
  ///   - subjectSelector: Makes the subject that receives the source's events.
  ///   - selector: Receives the subject, which is fed once the selector's result has been
  ///     subscribed.
  public func multicast<Target: SubjectType, Result>(
    _ subjectSelector: @escaping () throws -> Target,
    selector: @escaping (Observable<Target.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Target.Observer.Element == Element {
    let source = asObservable()
    return .feeding { sink in
      let subject = try subjectSelector()
      let result = try selector(subject.asObservable())
      return Disposables.create(
        result.attach(sink), source.subscribe(subject.asObserver()))
    }
  }
}
