extension ObservableType {
  /// Sends the elements of all sequences as they come. The sequences are subscribed in the order
  /// given. It completes when all have completed, and fails when one does; if one fails at once,
  /// those after it are not subscribed.
  ///
  ///     a      ─1─────2─|
  ///     b      ───3─4────|
  ///     merge  ─1─3─4─2──|
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }

  /// Merges a collection of sequences. An empty collection completes at once.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    let sources = Array(sources)
    return .feeding { sink in
      let inners = Inners(sink)
      let outer = inners.outer { inners.run($0) }
      for source in sources where !sink.isDisposed { outer.next(source) }
      outer.stop(.completed)
      return inners
    }
  }
}
