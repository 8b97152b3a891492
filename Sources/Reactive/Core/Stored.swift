/// The newest element of a sequence, in an object of its own.
///
/// In generic code, each access to an optional element looks its type up in the runtime. A
/// reference to this object avoids that.
final class Stored<Element> {
  @exclusivity(unchecked) private(set) var element: Element

  init(_ element: Element) {
    self.element = element
  }

  nonisolated deinit {}

  /// Replaces the element and then releases the old one, whose deinit may call back here.
  func replace(with element: Element) {
    var other = element
    swap(&self.element, &other)
  }
}
