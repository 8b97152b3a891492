import JSON

/// An output that is an integer, a truth value or a text: it is compared and written as it is, without generic code.
final class PlainOutput: OutputState {
  /// Reads the value as it is now.
  @exclusivity(unchecked) private var read: (() -> JSONValue)?
  @exclusivity(unchecked) private var current = JSONValue.null
  @exclusivity(unchecked) private var known = JSONValue.null

  init(_ read: @escaping () -> JSONValue, _ place: Place) {
    self.read = read
    super.init(place)
  }

  /// Makes, for an instance, what reads a property.
  ///
  /// - Returns: `nil` if its values are of another type.
  static func reader<VM, Value>(
    of property: @escaping (VM) -> Value
  ) -> ((ViewModelBox<VM>) -> () -> JSONValue)? {
    if Value.self == Int.self, let property = property as? (VM) -> Int {
      return { box in { .integer(Int64(property(box.viewModel))) } }
    }
    if Value.self == Bool.self, let property = property as? (VM) -> Bool {
      return { box in { .bool(property(box.viewModel)) } }
    }
    if Value.self == String.self, let property = property as? (VM) -> String {
      return { box in { .string(property(box.viewModel)) } }
    }
    return nil
  }

  override var isPlain: Bool { true }
  override var json: JSONValue { known }

  override func load() { if let read { current = read() } }

  override func accept() { known = current }

  override func writeChange(to writer: inout JSONWriter) -> Bool {
    if current == known { return false }
    place.writeReplacement(current, to: &writer)
    known = current
    return true
  }

  override func tearDown() { read = nil }

  nonisolated deinit {}
}
