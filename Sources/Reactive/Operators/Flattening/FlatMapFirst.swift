extension ObservableType {
  /// Runs a sequence for an element and ignores the elements that come while it runs; the closure
  /// is not called for them.
  ///
  ///     source        ─a──b─────c────|
  ///     inner          ──0──1|            (of each)
  ///     flatMapFirst  ───a0─a1────c0─c1|
  public func flatMapFirst<Inner: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Inner
  ) -> Observable<Inner.Element> {
    flatten { inners in
      { element in
        if inners.running == 0 { inners.run(try selector(element).asObservable()) }
      }
    }
  }
}
