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
    if limit <= 0 { return }
    var other: AnyObject = Stored(element)
    if stored.count < limit { return stored.append(other) }
    let oldest = start
    start = oldest + 1 == limit ? 0 : oldest + 1
    // The oldest is released after that: it may run code of its own then, which comes back here.
    swap(&stored[oldest], &other)
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

  func removeAll() {
    var old: [AnyObject] = []
    swap(&stored, &old)
    start = 0
  }
}
