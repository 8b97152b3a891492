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
    var oldest: AnyObject = Stored(element)
    if stored.count < limit { return stored.append(oldest) }
    swap(&stored[start], &oldest)
    start = start + 1 == limit ? 0 : start + 1
    // Not before: it may run code of its own as it is released, which comes back here.
    _ = consume oldest
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

  /// Forgets all. Nothing may come back here as they are released.
  func removeAll() {
    stored = []
    start = 0
  }
}
