/// First in, first out; both take the same time however many there are.
nonisolated struct Fifo<Element> {
  private var elements: [Element?] = []
  /// How many have been taken out, and their places not yet given up.
  private var taken = 0

  var isEmpty: Bool { taken == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes out the first; there has to be one.
  mutating func removeFirst() -> Element {
    guard let element = elements[taken].take() else { preconditionFailure("taken already") }
    taken += 1
    if taken == elements.count {
      elements.removeAll(keepingCapacity: true)
      taken = 0
    } else if taken > 32, taken * 2 > elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }

  /// Takes out the first, if there is one.
  mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
