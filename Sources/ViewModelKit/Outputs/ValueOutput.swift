import JSON

/// An output of any type. Its JSON form is kept, and compared with the new one.
final class ValueOutput<VM, Value: Encodable>: OutputState {
  /// What all instances have in common.
  final class Source {
    let property: (VM) -> Value
    let encoding = Encoding<Value>()
    /// Tells, if there is such a thing, that nothing has changed, so that nothing need be encoded.
    let isEqual: ((Value, Value) -> Bool)?

    init(_ property: @escaping (VM) -> Value, isEqual: ((Value, Value) -> Bool)? = nil) {
      self.property = property
      self.isEqual = isEqual
    }
  }

  private var living: Living<VM>?
  private let source: Source
  private var fetched: Value
  /// The value of which the JSON form is known.
  private var last: Value
  private var known: JSONValue = .null

  init(_ living: Living<VM>, _ source: Source, _ place: Place) {
    self.living = living
    self.source = source
    fetched = source.property(living.viewModel)
    last = fetched
    super.init(place)
  }

  override var json: JSONValue { known }

  override func fetch() {
    if let living { fetched = source.property(living.viewModel) }
  }

  override func start() throws {
    known = try source.encoding(fetched)
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    let value = fetched
    if let isEqual = source.isEqual, isEqual(last, value) { return false }
    let new = try source.encoding(value)
    last = value
    guard place.writeDifference(from: known, to: new, to: &writer) else { return false }
    known = new
    return true
  }

  override func tearDown() { living = nil }
}
