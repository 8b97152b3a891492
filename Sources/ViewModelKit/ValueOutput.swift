import JSON

/// An output of any type. Its JSON form is kept, and compared with the new one.
final class ValueOutput<VM, Value: Encodable>: OutputState {
  private var viewModel: VM?
  private let keyPath: KeyPath<VM, Value>
  private let isEqual: ((Value, Value) -> Bool)?
  private let identity: String?
  private var fetched: Value?
  private var last: Value?
  private var known: JSONValue = .null

  /// - Parameters:
  ///   - isEqual: tells, if there is such a thing, that nothing has changed, so that nothing need be encoded.
  ///   - identity: the member by which elements of lists are told apart.
  init(
    _ viewModel: VM, _ keyPath: KeyPath<VM, Value>, _ place: Place,
    isEqual: ((Value, Value) -> Bool)? = nil, identifiedBy identity: String? = nil
  ) {
    self.viewModel = viewModel
    self.keyPath = keyPath
    self.isEqual = isEqual
    self.identity = identity
    super.init(place)
  }

  override var json: JSONValue { known }

  override func fetch() {
    if let viewModel { fetched = viewModel[keyPath: keyPath] }
  }

  override func start() throws {
    known = try encodeFetched() ?? .null
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = try encodeFetched(), write(new, to: &writer) else { return false }
    known = new
    return true
  }

  override func tearDown() {
    viewModel = nil
    last = nil
  }

  /// The value that was fetched; nothing when it is known to be the one before.
  private func encodeFetched() throws -> JSONValue? {
    guard let value = fetched.take() else { return nil }
    guard let isEqual else { return try JSONValue(encoding: value) }
    if let last, isEqual(last, value) { return nil }
    let json = try JSONValue(encoding: value)
    last = value
    return json
  }

  private func write(_ new: JSONValue, to writer: inout JSONWriter) -> Bool {
    guard known.isContainer && new.isContainer else {
      if known == new { return false }
      place.writeReplacement(new, to: &writer)
      return true
    }
    return place.write(
      .difference(from: known, to: new, identifiedBy: identity, at: place.pointer), to: &writer)
  }
}

extension JSONValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
