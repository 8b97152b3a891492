extension ObservableType where Element: Equatable {
  /// Omits an element that equals the previously sent one.
  ///
  ///     source                  ─1──1──2──1─|
  ///     distinctUntilChanged()  ─1─────2──1─|
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Omits an element whose key equals that of the previously sent one.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Omits an element for which the comparer returns true with the previously sent one.
  public func distinctUntilChanged(
    _ comparer: @escaping (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Omits an element for whose key the comparer returns true with that of the previously sent one.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (Key, Key) throws -> Bool
  ) -> Observable<Element> {
    lift { sink in
      var last: Stored<Key>?
      return { element in
        let key = try keySelector(element)
        if let last {
          if try comparer(last.element, key) { return }
          last.replace(with: key)
        } else {
          last = Stored(key)
        }
        sink.next(element)
      }
    }
  }

  /// Omits an element whose property equals that of the previously sent one.
  public func distinctUntilChanged<Property: Equatable>(
    at property: KeyPath<Element, Property>
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: property] == $1[keyPath: property] }
  }
}
