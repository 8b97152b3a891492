extension ObservableType {
  /// Sends each element with its index, from 0.
  ///
  ///     source       ─a──b──c─|
  ///     enumerated() ─0a─1b─2c|
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    lift { sink in
      var index = 0
      return { element in
        // Incremented first, as sending may cause the next element.
        let number = index
        index += 1
        sink.next((index: number, element: element))
      }
    }
  }
}
