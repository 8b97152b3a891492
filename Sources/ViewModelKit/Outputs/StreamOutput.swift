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
  return .output(name, type, from: .sequence) { box, place in
    StreamOutput(stream(box.viewModel).asObservable(), place, encoding)
  }
}

/// The last element of a sequence as an output.
final class StreamOutput<Value: Encodable>: OutputState {
  private let stream: Observable<Value>
  private let encoding: OutputEncoding<Value>
  private var subscription: (any Disposable)?
  private var known: JSONValue = .null
  /// The last element, until it has been encoded; after that only if its encoding may change.
  private var latest: Value?
  /// The JSON form of the last element, until the frontend has been told of it.
  private var pending: Result<JSONValue, any Error>?
  private let objects = EncodedObjects()
  /// The error that has ended the sequence, until the frontend has been told of it.
  private var ending: (any Error)?
  private var didChange: (() -> Void)?

  init(_ stream: Observable<Value>, _ place: Place, _ encoding: OutputEncoding<Value>) {
    self.stream = stream
    self.encoding = encoding
    super.init(place)
  }

  override var tellsByItself: Bool { true }
  override var json: JSONValue { known }
  override var unfollowedObject: Any.Type? { objects.unfollowed }
  override var holdsObjects: Bool { objects.areThere }
  override var silentPlaces: Int { objects.silentPlaces }
  override func takeSilentChange() -> SilentChanges.Change { objects.takeSilentChange() }

  override func connect(
    didChange: @escaping () -> Void, didFail: @escaping (any Error) -> Void,
    rowsDidChange: @escaping @Sendable () -> Void
  ) {
    self.didChange = didChange
    subscription = stream.subscribe(
      onNext: { [weak self] value in
        self?.latest = .some(value)
        didChange()
      },
      onError: { [weak self] error in
        self?.ending = error
        didChange()
      })
  }

  override func load() {
    guard let value = latest else { return }
    do {
      pending = .success(try encoding(value, noting: objects))
    } catch {
      pending = .failure(error)
    }
    if encoding.reliableComparison != nil { latest = nil }
  }

  override func accept() throws {
    if let pending = pending.take() {
      do {
        known = try pending.get()
      } catch {
        tellOfFailureLater()
        throw error
      }
    }
    try throwFailure()
  }

  /// - Throws: Also the error that has ended the sequence, once, after the last element has been written.
  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    if let pending = pending.take() {
      do {
        let new = try pending.get()
        if place.writeDifference(from: known, to: new, to: &writer) {
          known = new
          tellOfFailureLater()
          return true
        }
      } catch {
        tellOfFailureLater()
        throw error
      }
    }
    try throwFailure()
    return false
  }

  override func writeNews(to writer: inout JSONWriter) throws -> Bool {
    guard case .added = news, let ending = ending.take() else {
      return try super.writeNews(to: &writer)
    }
    // That the output is there is told first.
    defer {
      self.ending = ending
      tellOfFailureLater()
    }
    return try super.writeNews(to: &writer)
  }

  override func tearDown() {
    subscription?.dispose()
    subscription = nil
    didChange = nil
    latest = nil
  }

  private func throwFailure() throws {
    if let ending = ending.take() { throw ending }
  }

  /// An output tells one thing at a time: what it has told now is followed by the error.
  private func tellOfFailureLater() {
    if ending != nil { didChange?() }
  }
}
