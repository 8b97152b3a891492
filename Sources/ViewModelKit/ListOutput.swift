import JSON

/// An output that is a list of things with an identity. The list itself is kept, not its JSON form, and compared with the
/// new one element by element; most of the storage is shared between the two.
final class ListOutput<VM, Element: Encodable & Equatable & Identifiable>: OutputState {
  private var living: Living<VM>?
  private let property: (VM) -> [Element]
  private var fetched: [Element]
  /// What the frontend knows; nothing when that is null, because the first list had no JSON form.
  private var known: [Element]?

  init(_ living: Living<VM>, _ property: @escaping (VM) -> [Element], _ place: Place) {
    self.living = living
    self.property = property
    fetched = property(living.viewModel)
    super.init(place)
  }

  override var json: JSONValue {
    // Nothing is known that has not been encoded before, so this does not fail.
    known.flatMap { try? JSONValue(encoding: $0) } ?? .null
  }

  override func fetch() {
    if let living { fetched = property(living.viewModel) }
  }

  override func start() throws {
    _ = try JSONValue(encoding: fetched)
    known = fetched
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let known else {
      place.writeReplacement(try JSONValue(encoding: fetched), to: &writer)
      self.known = fetched
      return true
    }
    let patch = try JSONPatch.difference(from: known, to: fetched, at: place.pointer)
    self.known = fetched
    return place.write(patch, to: &writer)
  }

  override func tearDown() { living = nil }
}
