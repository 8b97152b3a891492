extension ObservableType {
  /// Each element with its number, from 0.
  ///
  ///     source       ─a──b──c─|
  ///     enumerated() ─0a─1b─2c|
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    lift { sink in
      var index = 0
      return { element in
        // Counted first: inside of what is sent the next element may come.
        let number = index
        index += 1
        sink.next((index: number, element: element))
      }
    }
  }
}
