/// The last elements of a sequence.
final class Window<Element> {
  // All are `Stored<Element>`, in ring order from `start`. An array of that type would run generic
  // code, at half the speed.
  @exclusivity(unchecked) private var stored: [AnyObject] = []
  @exclusivity(unchecked) private var start = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  nonisolated deinit {}

  /// Appends an element and drops the oldest over the limit, in constant time.
  func append(_ element: Element) {
    if limit <= 0 { return }
    var oldest: AnyObject = Stored(element)
    if stored.count < limit { return stored.append(oldest) }
    swap(&stored[start], &oldest)
    start = start + 1 == limit ? 0 : start + 1
    // The release comes last, as the element's deinit may call back here.
    _ = consume oldest
  }

  /// Sends the present elements in order.
  func send(to receiver: Receiver<Element>) {
    let (stored, start) = (stored, start)
    for index in stored.indices {
      let position = start + index
      let element = stored[position < stored.count ? position : position - stored.count]
      receiver.next(unsafeDowncast(element, to: Stored<Element>.self).element)
    }
  }

  /// Removes all elements. Their deinit must not call back here.
  func removeAll() {
    stored = []
    start = 0
  }
}
