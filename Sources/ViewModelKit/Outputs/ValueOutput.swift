import JSON

/// An output of any type. Its JSON form is kept, and compared with the new one.
final class ValueOutput<VM, Value: Encodable>: OutputState {
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
  private var known: JSONValue = .null
  /// What was read and has not been told yet.
  private var pending: Result<JSONValue, any Error>?
  private let objects = EncodedObjects()

  init(_ box: ViewModelBox<VM>, _ source: Source, _ place: Place) {
    self.box = box
    self.source = source
    super.init(place)
  }

  override var json: JSONValue { known }
  override var unfollowedObject: Any.Type? { objects.unfollowed }
  override var holdsObjects: Bool { objects.areThere }
  override var hasSilentObjects: Bool { objects.haveSilentSetters }
  override var mayChangeSilently: Bool {
    hasSilentObjects || super.mayChangeSilently && source.canHideChanges
  }
  override func isLarger(than limit: Int) -> Bool { known.hasMoreValues(than: limit) }

  override func load() {
    guard let box else { return }
    let value = source.property(box.viewModel)
    if let comparison = source.encoding.reliableComparison {
      if let last {
        if comparison.areSame(last.value, value) { return }
        last.value = value
      } else {
        last = Kept(value)
      }
    }
    do {
      pending = .success(try source.encoding(value, noting: objects))
    } catch {
      pending = .failure(error)
    }
  }

  override func discardUnchanged() -> Bool {
    if let outcome = pending, isKnown(outcome) { pending = nil }
    return pending != nil
  }

  override func accept() throws {
    guard let json = try pending.take()?.get() else { return }
    known = json
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = try pending.take()?.get(),
      place.writeDifference(from: known, to: new, to: &writer)
    else { return false }
    known = new
    return true
  }

  override func tearDown() { box = nil }
}

/// A value in a box: generic code handles an optional reference much faster than an optional value of any type.
private final class Kept<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
