import JSON
import Reactive

/// An output that is a sequence: an `Observable`, a `Driver`, a `BehaviorRelay`.
///
/// Its value is the last element; null before the first one. The sequence is subscribed while the frontend observes the
/// output. An error ends it, and is told as `viewModel/failed`; the last element stays.
public func output<VM, Stream: ObservableConvertibleType>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  let encoding = Encoding<Stream.Element>()
  return .output(name, Stream.Element.self) { living, place in
    StreamOutput(stream(living.viewModel).asObservable(), place, encoding)
  }
}

/// The last element of a sequence as an output.
final class StreamOutput<Value: Encodable>: OutputState {
  private let stream: Observable<Value>
  private let encoding: Encoding<Value>
  private var subscription: (any Disposable)?
  private var latest: Value?
  private var known: JSONValue = .null

  init(_ stream: Observable<Value>, _ place: Place, _ encoding: Encoding<Value>) {
    self.stream = stream
    self.encoding = encoding
    super.init(place)
  }

  override var json: JSONValue { known }

  override func connect(
    didChange: @escaping () -> Void, didFail: @escaping (any Error) -> Void
  ) {
    subscription = stream.subscribe(
      onNext: { [weak self] value in
        self?.latest = value
        didChange()
      },
      onError: didFail)
  }

  override func start() throws {
    known = try encoded()
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    let new = try encoded()
    guard place.writeDifference(from: known, to: new, to: &writer) else { return false }
    known = new
    return true
  }

  override func tearDown() {
    subscription?.dispose()
    subscription = nil
  }

  private func encoded() throws -> JSONValue {
    guard let latest else { return .null }
    return try encoding(latest)
  }
}
