import JSON

/// An output that is a list of things with an identity. The list itself is kept, not its JSON form, and compared with the
/// new one element by element; most of the storage is shared between the two.
final class ListOutput<VM, Element: Encodable & Equatable & Identifiable>: OutputState {
  private var viewModel: VM?
  private let keyPath: KeyPath<VM, [Element]>
  private var fetched: [Element]?
  /// What the frontend knows; nothing when that is null, because the first list had no JSON form.
  private var known: [Element]?

  init(_ viewModel: VM, _ keyPath: KeyPath<VM, [Element]>, _ place: Place) {
    self.viewModel = viewModel
    self.keyPath = keyPath
    super.init(place)
  }

  override var json: JSONValue {
    // Nothing is known that has not been encoded before, so this does not fail.
    known.flatMap { try? JSONValue(encoding: $0) } ?? .null
  }

  override func fetch() {
    if let viewModel { fetched = viewModel[keyPath: keyPath] }
  }

  override func start() throws {
    guard let list = fetched.take() else { return }
    _ = try JSONValue(encoding: list)
    known = list
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = fetched.take() else { return false }
    guard let known else {
      place.writeReplacement(try JSONValue(encoding: new), to: &writer)
      self.known = new
      return true
    }
    let patch = try JSONPatch.difference(from: known, to: new, at: place.pointer)
    self.known = new
    return place.write(patch, to: &writer)
  }

  override func tearDown() { viewModel = nil }
}
