import JSON

/// A readable property, stored or computed, that is part of the state.
///
/// It is read anew when something that it was computed from, in an `@Observable` object, has changed, and only then.
/// A getter must therefore have no other sources that change.
public func output<VM, Value: Encodable & Equatable>(
  _ name: String, _ keyPath: KeyPath<VM, Value>
) -> InterfaceMember<VM> {
  .output(name, keyPath, isEqual: { $0 == $1 })
}

/// The same for a type that is not `Equatable`: its JSON form is compared.
public func output<VM, Value: Encodable>(
  _ name: String, _ keyPath: KeyPath<VM, Value>
) -> InterfaceMember<VM> {
  .output(name, keyPath, isEqual: nil)
}

/// An output of a ViewModel type.
package struct Output<VM> {
  package let name: String
  package let schema: @MainActor () -> JSONValue
  let makeState: (VM) -> OutputState
}

/// An output of one instance: what the frontend knows of it, and how to find out what has changed.
package class OutputState {
  /// What the frontend knows; null while there has been no JSON form.
  package fileprivate(set) var json: JSONValue = .null
  package var name: String { place.name }
  /// Whether it is followed by itself: see ``HostedViewModel/fetch(_:)``.
  fileprivate(set) var isFollowedAlone = false
  fileprivate let place: Place

  /// Where an output stands in the state.
  fileprivate struct Place {
    let name: String
    let pointer: JSONPointer
    /// Everything of an operation that replaces the whole output but the value and the closing brace.
    let replacement: [UInt8]

    init(_ name: String) {
      self.name = name
      pointer = JSONPointer(tokens: [name])
      var writer = JSONWriter()
      writer.writeRaw("{\"op\":\"replace\",\"path\":")
      writer.write(string: pointer.description)
      writer.writeRaw(",\"value\":")
      replacement = writer.withBytes { Array($0) }
    }
  }

  fileprivate init(_ place: Place) { self.place = place }

  /// Takes the first value that was fetched as what the frontend knows.
  func start() throws {
    json = try encodeFetched() ?? .null
  }

  /// Appends the operations of a patch, with commas between them, that lead from what the frontend knows to what was
  /// fetched.
  ///
  /// - Returns: whether there was a change.
  /// - Throws: `EncodingError`; then nothing was written, and the frontend still knows the same.
  package func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = try encodeFetched(), try write(new, to: &writer) else {
      isFollowedAlone = true
      return false
    }
    json = new
    return true
  }

  private func write(_ new: JSONValue, to writer: inout JSONWriter) throws -> Bool {
    guard json.isContainer && new.isContainer else {
      if json == new { return false }
      place.replacement.withUnsafeBytes { writer.writeRaw($0) }
      writer.write(new)
      writer.writeByte(UInt8(ascii: "}"))
      return true
    }
    let patch = JSONPatch.difference(from: json, to: new, at: place.pointer)
    for (index, operation) in patch.operations.enumerated() {
      if index > 0 { writer.writeByte(UInt8(ascii: ",")) }
      writer.write(operation.json)
    }
    return !patch.operations.isEmpty
  }

  /// Takes the value as it is now.
  func fetch() {}

  /// The value that was fetched; nothing when it is known to be the one before.
  fileprivate func encodeFetched() throws -> JSONValue? { nil }

  /// Lets go of the ViewModel.
  func tearDown() {}
}

/// An output that is a property.
private final class PropertyOutput<VM, Value: Encodable>: OutputState {
  private var viewModel: VM?
  private let keyPath: KeyPath<VM, Value>
  private let isEqual: ((Value, Value) -> Bool)?
  private var fetched: Value?
  private var last: Value?

  init(
    _ viewModel: VM, _ keyPath: KeyPath<VM, Value>, _ isEqual: ((Value, Value) -> Bool)?,
    _ place: Place
  ) {
    self.viewModel = viewModel
    self.keyPath = keyPath
    self.isEqual = isEqual
    super.init(place)
  }

  override func fetch() {
    if let viewModel { fetched = viewModel[keyPath: keyPath] }
  }

  override func encodeFetched() throws -> JSONValue? {
    guard let value = fetched.take() else { return nil }
    guard let isEqual else { return try JSONValue(encoding: value) }
    if let last, isEqual(last, value) { return nil }
    let json = try JSONValue(encoding: value)
    last = value
    return json
  }

  override func tearDown() {
    viewModel = nil
    last = nil
  }
}

extension InterfaceMember {
  fileprivate static func output<Value: Encodable>(
    _ name: String, _ keyPath: KeyPath<VM, Value>, isEqual: ((Value, Value) -> Bool)?
  ) -> Self {
    let place = OutputState.Place(name)
    return InterfaceMember(
      kind: .output(
        Output(
          name: name,
          schema: { Schema.of(Value.self) },
          makeState: { PropertyOutput($0, keyPath, isEqual, place) })))
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
