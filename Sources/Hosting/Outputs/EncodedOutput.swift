import HostedStreams
import JSON

/// An output that keeps the JSON of its value to compare it with the next one.
class EncodedOutput: OutputState {
  private final var known: JSONValue = .null {
    didSet { size = nil }
  }
  /// The result of the last ``isLarger(than:)`` for the known value.
  private final var size: (limit: Int, isLarger: Bool)?
  /// The JSON that was read, until it is published.
  fileprivate final var pending: Result<JSONValue, any Error>?
  fileprivate final let encodedObjects = EncodedObjects()

  fileprivate init(_ location: Location, of stream: AnyStreamSource? = nil) {
    super.init(location, of: stream, noting: encodedObjects)
  }

  final override var json: JSONValue { known }
  final override package func isLarger(than limit: Int) -> Bool {
    if let size, size.limit == limit { return size.isLarger }
    let isLarger = known.hasMoreValues(than: limit)
    size = (limit, isLarger)
    return isLarger
  }

  final override func discardUnchanged() -> Bool {
    if let outcome = pending, isKnown(outcome) { pending = nil }
    return pending != nil
  }

  final override func commit() throws {
    if let json = try pending.take()?.get() { known = json }
  }

  final override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = try pending.take()?.get(),
      location.writeDifference(from: known, to: new, to: &writer)
    else { return false }
    known = new
    return true
  }
}

/// An output that is a property of any type.
final class ValueOutput<VM, Value: Encodable>: EncodedOutput {
  /// The parts that all instances share.
  final class Source {
    let property: (VM) -> Value
    let encoding = OutputEncoding<Value>()
    fileprivate private(set) lazy var canHideChanges = SilentSetters.canHide(Value.self)

    init(_ property: @escaping (VM) -> Value) { self.property = property }
  }

  private var box: ViewModelBox<VM>?
  private let source: Source
  /// The last value, if its type holds no references.
  private var last: Kept<Value>?

  init(_ box: ViewModelBox<VM>, _ source: Source, _ location: Location) {
    self.box = box
    self.source = source
    super.init(location)
  }

  override var canHideChanges: Bool { source.canHideChanges }

  override func load() {
    guard let box else { return }
    let value = source.property(box.viewModel)
    if let comparison = source.encoding.reliableComparison {
      if let last {
        let isSame = comparison.areSame(last.value, value)
        // Keep the new copy even if it is equal: comparing it with itself is fast.
        last.value = value
        if isSame { return }
      } else {
        last = Kept(value)
      }
    }
    pending = Result { try source.encoding(value, noting: encodedObjects) }
  }

  override func tearDown() { box = nil }
}

/// An output that is the last element of a stream.
final class StreamOutput<Value: Encodable>: EncodedOutput {
  /// Keeps its last element until it is encoded; longer only if the encoding may change.
  private let source: StreamSource<Value>
  private let encoding: OutputEncoding<Value>

  init<Stream: HostedStream>(
    _ stream: Stream, _ start: StreamStart<Value>, _ location: Location,
    _ encoding: OutputEncoding<Value>
  ) where Stream.Element == Value {
    source = StreamSource(stream, start)
    self.encoding = encoding
    super.init(location, of: source)
  }

  override func load() {
    guard let value = source.last else { return }
    pending = Result { try encoding(value, noting: encodedObjects) }
    if encoding.reliableComparison != nil { source.last = nil }
  }
}

/// A value in a box: in generic code an optional reference is much faster than an optional value.
private final class Kept<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
