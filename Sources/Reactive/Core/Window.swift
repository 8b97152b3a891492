/// The last elements of a sequence.
final class Window<Element> {
  // All are `Stored<Element>`, from `start` on and then from the beginning. A list of that type would be handled by
  // generic code, at half the speed.
  @exclusivity(unchecked) private var stored: [AnyObject] = []
  @exclusivity(unchecked) private var start = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  nonisolated deinit {}

  /// Appends, and forgets what goes over the limit; in time that does not depend on the limit.
  func append(_ element: Element) {
    if stored.count < limit { return stored.append(Stored(element)) }
    if limit <= 0 { return }
    let oldest = start
    start = oldest + 1 == limit ? 0 : oldest + 1
    // One that is being sent is not changed.
    if isKnownUniquelyReferenced(&stored[oldest]) {
      self[oldest].replace(with: element)
    } else {
      stored[oldest] = Stored(element)
    }
  }

  /// Sends those that are here now, in their order.
  func send(to receiver: Receiver<Element>) {
    let (stored, start) = (stored, start)
    for index in stored.indices {
      let place = start + index
      let element = stored[place < stored.count ? place : place - stored.count]
      receiver.next(unsafeDowncast(element, to: Stored<Element>.self).element)
    }
  }

  private subscript(index: Int) -> Stored<Element> {
    unsafeDowncast(stored[index], to: Stored<Element>.self)
  }

  func removeAll() {
    stored = []
    start = 0
  }
}
