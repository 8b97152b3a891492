import JSON

/// An output of any type. Its JSON form is kept, and compared with the new one.
final class ValueOutput<VM, Value: Encodable>: OutputState {
  private var living: Living<VM>?
  private let property: (VM) -> Value
  private let encoding: Encoding<Value>
  private let isEqual: ((Value, Value) -> Bool)?
  private var fetched: Value
  /// The value of which the JSON form is known.
  private var last: Value
  private var known: JSONValue = .null

  /// - Parameter isEqual: tells, if there is such a thing, that nothing has changed, so that nothing need be encoded.
  init(
    _ living: Living<VM>, _ property: @escaping (VM) -> Value, _ place: Place,
    _ encoding: Encoding<Value>, isEqual: ((Value, Value) -> Bool)? = nil
  ) {
    self.living = living
    self.property = property
    fetched = property(living.viewModel)
    last = fetched
    self.encoding = encoding
    self.isEqual = isEqual
    super.init(place)
  }

  override var json: JSONValue { known }

  override func fetch() {
    if let living { fetched = property(living.viewModel) }
  }

  override func start() throws {
    known = try encoding(fetched)
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    let value = fetched
    if let isEqual, isEqual(last, value) { return false }
    let new = try encoding(value)
    last = value
    guard place.writeDifference(from: known, to: new, to: &writer) else { return false }
    known = new
    return true
  }

  override func tearDown() { living = nil }
}
