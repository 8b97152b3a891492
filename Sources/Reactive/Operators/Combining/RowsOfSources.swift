extension Observable {
  /// Combines any number of sources of any types into rows.
  ///
  /// - Parameter completion: When the rows complete; the default follows RxSwift's `combineLatest`
  ///   or `zip`.
  package static func rows<each Source: ObservableConvertibleType>(
    of sources: repeat each Source, keepsAll: Bool, completion: RowsCompletion? = nil,
    _ resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    .feeding { sink in
      let slots = (repeat Slot(of: each sources, keepsAll: keepsAll))
      var list: [AnySlot] = []
      for slot in repeat each slots { list.append(slot) }
      let completion = completion ?? (keepsAll ? .all : .noMoreRows)
      let rows = Rows(sink, keepsAll: keepsAll, completion: completion, slots: list) { [list] in
        var index = -1
        return try resultSelector(
          repeat try list[advance(&index)].take((each Source).Element.self))
      }
      var subscriptions: [any Disposable] = []
      for (source, slot) in repeat (each sources, each slots) {
        subscriptions.append(source.attach(rows.receiver(subscriptions.count, slot)))
      }
      return Disposables.create(subscriptions)
    }
  }

  /// Combines any number of sources of any types into tuples.
  package static func tuples<each Source: ObservableConvertibleType>(
    of sources: repeat each Source, keepsAll: Bool, completion: RowsCompletion? = nil
  ) -> Observable<Element> where Element == (repeat (each Source).Element) {
    rows(of: repeat each sources, keepsAll: keepsAll, completion: completion) {
      (element: repeat (each Source).Element) in (repeat each element)
    }
  }

  /// Combines a collection of sources of one type into rows.
  static func rows<Sources: Collection>(
    of sources: Sources, keepsAll: Bool,
    _ resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    .feeding { sink in
      let slots = sources.map { _ in Slot<Sources.Element.Element>(keepsAll: keepsAll) }
      let list = slots as [AnySlot]
      let rows = Rows(sink, keepsAll: keepsAll, completion: .noMoreRows, slots: list) {
        var row: [Sources.Element.Element] = []
        row.reserveCapacity(list.count)
        for slot in list { row.append(try slot.take(Sources.Element.Element.self)) }
        return try resultSelector(row)
      }
      let subscriptions = Swift.zip(sources, slots).enumerated().map { index, pair in
        pair.0.attach(rows.receiver(index, pair.1))
      }
      return Disposables.create(subscriptions)
    }
  }
}

/// Increments the index and returns it.
private func advance(_ index: inout Int) -> Int {
  index += 1
  return index
}
