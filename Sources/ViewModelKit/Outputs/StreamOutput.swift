import JSON
import Reactive

/// An output that is a sequence: an `Observable`, a `Driver`, a `BehaviorRelay`.
///
/// Its value is the last element; null before the first one. The sequence is subscribed while the frontend observes the
/// output. An error ends it, and is told as `viewModel/failed` with code -32011 and the name, `user: not found`; the
/// output keeps its last value.
public func output<VM, Stream: ObservableConvertibleType>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  let encoding = OutputEncoding<Stream.Element>()
  // Only what has a current value is never null.
  let type: Any.Type =
    Stream.self is any CurrentValueSource.Type ? Stream.Element.self : Stream.Element?.self
  return .output(
    name, type, from: .sequence,
    makeState: { StreamOutput(stream($0.viewModel).asObservable(), $1, encoding) },
    windows: { WindowMaker(on: stream, $0) })
}

/// The last element of a sequence as an output.
final class StreamOutput<Value: Encodable>: OutputState {
  /// Its last element is kept until that has been encoded; after that only if the encoding may change.
  private let source: SequenceSource<Value>
  private let encoding: OutputEncoding<Value>
  private var known: JSONValue = .null
  /// The JSON form of the last element, until the frontend has been told of it.
  private var pending: Result<JSONValue, any Error>?
  private let objects = EncodedObjects()

  init(_ stream: Observable<Value>, _ place: Place, _ encoding: OutputEncoding<Value>) {
    source = SequenceSource(stream)
    self.encoding = encoding
    super.init(place)
  }

  override var tellsByItself: Bool { true }
  override var json: JSONValue { known }
  override var unfollowedObject: Any.Type? { objects.unfollowed }
  override var holdsObjects: Bool { objects.areThere }
  override var hasSilentObjects: Bool { objects.haveSilentSetters }
  override var mayChangeSilently: Bool { hasSilentObjects }
  override func isLarger(than limit: Int) -> Bool { known.hasMoreValues(than: limit) }

  override func connect(
    didChange: @escaping () -> Void, didFail: @escaping (any Error) -> Void,
    rowsDidChange: @escaping @Sendable () -> Void
  ) {
    source.connect(didChange: didChange)
  }

  override func load() {
    guard let value = source.last else { return }
    do {
      pending = .success(try encoding(value, noting: objects))
    } catch {
      pending = .failure(error)
    }
    if encoding.reliableComparison != nil { source.last = nil }
  }

  override func discardUnchanged() -> Bool {
    if let outcome = pending, isKnown(outcome) { pending = nil }
    return pending != nil
  }

  override func accept() throws {
    let ending = source.takeEnding()
    do {
      if let json = try pending.take()?.get() { known = json }
    } catch {
      source.tellLater(of: ending)
      throw error
    }
    if let ending { throw ending }
  }

  /// - Throws: Also the error that has ended the sequence, once, after the last element has been written.
  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    let ending = source.takeEnding()
    do {
      if let new = try pending.take()?.get(),
        place.writeDifference(from: known, to: new, to: &writer)
      {
        known = new
        source.tellLater(of: ending)
        return true
      }
    } catch {
      source.tellLater(of: ending)
      throw error
    }
    if let ending { throw ending }
    return false
  }

  override func takeEnding() -> (any Error)? { source.takeEnding() }
  override func tellLater(of ending: (any Error)?) { source.tellLater(of: ending) }
  override func tearDown() { source.end() }
}
