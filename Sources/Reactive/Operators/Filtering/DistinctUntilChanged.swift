extension ObservableType where Element: Equatable {
  /// Leaves out an element that equals the one sent last.
  ///
  ///     source                  ─1──1──2──1─|
  ///     distinctUntilChanged()  ─1─────2──1─|
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Leaves out an element whose key equals the key of the one sent last.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Leaves out an element that is the same as the one sent last.
  public func distinctUntilChanged(
    _ comparer: @escaping (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Leaves out an element whose key is the same as the key of the one sent last.
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

  /// Leaves out an element whose property equals that of the one sent last.
  public func distinctUntilChanged<Property: Equatable>(
    at property: KeyPath<Element, Property>
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: property] == $1[keyPath: property] }
  }
}
