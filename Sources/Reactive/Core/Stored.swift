/// The newest element of a sequence, in an object of its own.
///
/// The type of an optional element would be looked up in the runtime for each access, where the code is generic. For a
/// reference to this it is not, whether there is one yet or not.
final class Stored<Element> {
  @exclusivity(unchecked) private(set) var element: Element

  init(_ element: Element) {
    self.element = element
  }

  nonisolated deinit {}

  /// Puts another element in the place of this one, which is released after that: it may run code of its own then,
  /// which comes back here.
  func replace(with element: Element) {
    var other = element
    swap(&self.element, &other)
  }
}
