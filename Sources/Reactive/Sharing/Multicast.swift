extension ObservableType {
  /// Shared when it is told to, with all elements kept for those who come later in the same connection.
  public func replayAll() -> ConnectableObservable<Element> {
    connectable { ReplaySubject.createUnbounded() }
  }

  /// One subscription to the source for all that the selector makes of it. It is made anew for each subscriber.
  ///
  ///     source                                                  ─1──2──3─|
  ///     multicast({ PublishSubject() }) { .zip($0, $0.skip(1)) }  ────12─23|
  ///
  /// - Parameters:
  ///   - subjectSelector: Makes the subject that the source feeds.
  ///   - selector: Gets the subject, which is fed once the result of this has been subscribed.
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
