import HostedStreams
import JSON

/// An output whose JSON form is kept, and compared with the new one.
class EncodedOutput: OutputState {
  private final var known: JSONValue = .null {
    didSet { size = nil }
  }
  /// What was found out last about the number of values that this has.
  private final var size: (limit: Int, isLarger: Bool)?
  /// The JSON form that was read, until the frontend has been told of it.
  fileprivate final var pending: Result<JSONValue, any Error>?
  fileprivate final let encodedObjects = EncodedObjects()

  fileprivate init(_ place: Place, of stream: AnyStreamSource? = nil) {
    super.init(place, of: stream, noting: encodedObjects)
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
      place.writeDifference(from: known, to: new, to: &writer)
    else { return false }
    known = new
    return true
  }
}

/// A property of any type as an output.
final class ValueOutput<VM, Value: Encodable>: EncodedOutput {
  /// What all instances have in common.
  final class Source {
    let property: (VM) -> Value
    let encoding = OutputEncoding<Value>()
    fileprivate private(set) lazy var canHideChanges = SilentSetters.canHide(Value.self)

    init(_ property: @escaping (VM) -> Value) { self.property = property }
  }

  private var box: ViewModelBox<VM>?
  private let source: Source
  /// The value that was read last, if values of the type stay as they are: a reference is never kept.
  private var last: Kept<Value>?

  init(_ box: ViewModelBox<VM>, _ source: Source, _ place: Place) {
    self.box = box
    self.source = source
    super.init(place)
  }

  override var canHideChanges: Bool { source.canHideChanges }

  override func load() {
    guard let box else { return }
    let value = source.property(box.viewModel)
    if let comparison = source.encoding.reliableComparison {
      if let last {
        let isSame = comparison.areSame(last.value, value)
        // Also if it is the same: a copy of this one is seen to be so at once.
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

/// The last element of a stream as an output.
final class StreamOutput<Value: Encodable>: EncodedOutput {
  /// Its last element is kept until that has been encoded; after that only if the encoding may change.
  private let source: StreamSource<Value>
  private let encoding: OutputEncoding<Value>

  init<Stream: HostedStream>(
    _ stream: Stream, _ start: StreamStart<Value>, _ place: Place,
    _ encoding: OutputEncoding<Value>
  ) where Stream.Element == Value {
    source = StreamSource(stream, start)
    self.encoding = encoding
    super.init(place, of: source)
  }

  override func load() {
    guard let value = source.last else { return }
    pending = Result { try encoding(value, noting: encodedObjects) }
    if encoding.reliableComparison != nil { source.last = nil }
  }
}

/// A value in a box: generic code handles an optional reference much faster than an optional value of any type.
private final class Kept<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
