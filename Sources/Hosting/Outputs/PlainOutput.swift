import JSON

/// An output that is an integer, a Boolean or a string. It is compared and written without generic
/// code.
final class PlainOutput: OutputState {
  /// Reads the current value; all instances share it.
  private let read: Reader
  @exclusivity(unchecked) private var box: AnyViewModelBox?
  @exclusivity(unchecked) private var current = JSONValue.null
  @exclusivity(unchecked) private var known = JSONValue.null

  /// Reads a property of the ViewModel in a box.
  typealias Reader = (AnyViewModelBox) -> JSONValue

  init(_ box: AnyViewModelBox, _ read: @escaping Reader, _ location: Location) {
    self.box = box
    self.read = read
    super.init(location)
  }

  /// Makes the reader of a property.
  ///
  /// - Returns: `nil` if its values have another type.
  static func reader<VM, Value>(of property: @escaping (VM) -> Value) -> Reader? {
    if Value.self == Int.self, let property = property as? (VM) -> Int {
      return { .integer(Int64($0.typed(VM.self).read(property))) }
    }
    if Value.self == Bool.self, let property = property as? (VM) -> Bool {
      return { .bool($0.typed(VM.self).read(property)) }
    }
    if Value.self == String.self, let property = property as? (VM) -> String {
      return { .string($0.typed(VM.self).read(property)) }
    }
    return nil
  }

  override var isPlain: Bool { true }
  override var json: JSONValue { known }

  override func load() { if let box { current = read(box) } }

  override var canHideChanges: Bool {
    if case .string = current { true } else { false }
  }

  override func discardUnchanged() -> Bool { current != known }

  override func commit() { known = current }

  override func writeChange(to writer: inout JSONWriter) -> Bool {
    if current == known { return false }
    location.writeReplacement(current, to: &writer)
    known = current
    return true
  }

  override func tearDown() { box = nil }

  nonisolated deinit {}
}
