import JSON

/// An output of one instance: what the frontend knows of it, and how to find out what has changed.
package class OutputState {
  package var name: String { place.name }
  /// Whether it is followed by itself, and not together with others.
  @exclusivity(unchecked) final var isFollowedAlone = false
  final let place: Place
  /// Whether the frontend is still to be told that it observes the output, or no longer.
  @exclusivity(unchecked) final var news = News.none

  enum News {
    case none, added
    /// The frontend still knows what it did.
    case removed(OutputState)
    /// It was removed and added before the frontend was told of either.
    case replaced(OutputState)
  }

  /// Takes the place of another state of the output.
  final func becomeNews(after old: OutputState) {
    // What the frontend has not been told of need not be taken back.
    let known: OutputState? =
      switch old.news {
      case .none: old.isObserved ? old : nil
      case .added: nil
      case .removed(let known), .replaced(let known): known
      }
    news =
      if isObserved {
        known.map { .replaced($0) } ?? .added
      } else {
        known.map { .removed($0) } ?? .none
      }
  }

  /// The error with which it was last reported to have no JSON form; `nil` since it has one.
  @exclusivity(unchecked) package final var failure: String?

  /// What part of the output is in the state that the frontend sees; `nil` if none of it is.
  package var part: OutputPart? { .whole }

  /// Whether there is any.
  package var isObserved: Bool { true }

  /// What it listens to, if it is a stream.
  final let stream: AnyStreamSource?

  /// What was noted of the objects in the value, if there can be any.
  final let objects: EncodedObjects?

  init(
    _ place: Place, of stream: AnyStreamSource? = nil, noting objects: EncodedObjects? = nil
  ) {
    self.place = place
    self.stream = stream
    self.objects = objects
  }

  nonisolated deinit {}

  /// What the frontend knows; null while there has been no JSON form.
  package var json: JSONValue { .null }

  /// Whether somebody tells when it changes. If not, it is to be read again in every turn.
  @exclusivity(unchecked) package private(set) final var isFollowed = true

  /// Reads the value as it is now; what that reads can be tracked.
  final func read() {
    guard isObserved else { return }
    if place.isFollowed {
      load()
      if isPlain { return }
      isFollowed = unfollowedObject == nil || place.source == .constant
    } else {
      place.isFollowed = readsObservables { load() }
      isFollowed = place.isFollowed && unfollowedObject == nil
    }
  }

  /// Takes the value as it is now, with its JSON form where that is needed.
  func load() { preconditionFailure("an output that is observed has a value") }

  /// The parts of the value that are followed by themselves, if there are such parts.
  var followedRows: (any FollowedRows)? { nil }

  /// Reads those parts as they are now. This is not to be tracked together with anything else.
  final func readRows() {
    guard let followedRows else { return }
    followedRows.loadRows()
    isFollowed = place.isFollowed && unfollowedObject == nil
  }

  /// Whether values hold nothing that can change by itself.
  var isPlain: Bool { false }

  /// The class of an object in the value that may change without anybody being told.
  final var unfollowedObject: Any.Type? { objects?.unfollowed }

  /// Whether there are objects in the value.
  final var holdsObjects: Bool { objects?.areThere ?? false }

  /// Whether there were ever objects in it of which a setter may be silent: ``SilentSetters``.
  final var hasSilentObjects: Bool { objects?.haveSilentSetters ?? false }

  /// Whether values that are equal may have different JSON forms: those of numbers and truth values have not.
  var canHideChanges: Bool { true }

  /// Whether a setter that is silent may have changed the value.
  final var mayChangeSilently: Bool {
    hasSilentObjects || place.source == .property && canHideChanges
  }

  /// Whether the frontend knows more than so many values of it, so that it takes long to read it again. A row that is
  /// compared, and not encoded, counts as one.
  package func isLarger(than limit: Int) -> Bool { false }

  /// Lets go of what was read if it is what the frontend knows.
  ///
  /// - Returns: whether there is something new, a value or an error.
  func discardUnchanged() -> Bool { preconditionFailure("an output that is observed has a value") }

  /// Whether the error was the last to be reported.
  final func isReported(_ error: any Error) -> Bool { failure == sentence(for: error) }

  /// Whether the frontend knows the outcome of a reading.
  final func isKnown(_ outcome: Result<JSONValue, any Error>) -> Bool {
    switch outcome {
    case .success(let value): value == json
    case .failure(let error): isReported(error)
    }
  }

  /// Takes what was read as what the frontend knows.
  ///
  /// - Throws: `EncodingError`; then the frontend still knows the same.
  func commit() throws { preconditionFailure("an output that is observed has a value") }

  /// Appends the operations of a patch, with commas between them, that lead from what the frontend knows to what was
  /// read.
  ///
  /// - Returns: whether there was a change.
  /// - Throws: `EncodingError`; then the frontend still knows the same, and what was written does not count.
  func writeChange(to writer: inout JSONWriter) throws -> Bool {
    preconditionFailure("an output that is observed has a value")
  }

  /// Writes the change of an output of which the frontend may not know yet that it is there, or no longer is.
  final func writeNews(to writer: inout JSONWriter) throws -> Bool {
    let news = exchange(&self.news, with: .none)
    switch news {
    case .none: return try writeChange(to: &writer)
    case .added:
      try? commit()
      writer.write(JSONPatch.Operation.add(path: place.pointer, value: json).json)
      return true
    case .replaced(let old):
      try? commit()
      return place.writeDifference(from: old.json, to: json, to: &writer)
    case .removed:
      writer.write(JSONPatch.Operation.remove(path: place.pointer).json)
      return true
    }
  }

  /// Appends the error that has ended the stream which the output is, once, to what has failed: after what the output
  /// is.
  final func takeEnding(at index: Int, _ failures: inout [OutputFailure]) {
    guard let ending = stream?.takeEnding() else { return }
    failures.append((index, ending))
    failure = sentence(for: ending)
  }

  /// Lets go of the ViewModel; what the frontend knows stays.
  func tearDown() { stream?.end() }

  /// Where an output stands in the state: what all instances have in common.
  nonisolated final class Place {
    let name: String
    let pointer: JSONPointer
    /// The member by which elements of lists are told apart.
    let identity: String?
    let source: Source
    /// Whether its changes are told: it is a stream, or reading it has once read something that Observation follows,
    /// and then it is taken to always do so.
    @MainActor var isFollowed: Bool
    /// Everything of an operation that replaces the whole output but the value and the closing brace.
    private let replacement: [UInt8]

    /// Where the values come from.
    enum Source {
      case property
      /// It tells of its elements by itself.
      case stream
      /// There is only one.
      case constant
    }

    /// - Parameter pointer: where the output stands, if not under its name.
    @MainActor
    init(
      _ name: String, at pointer: JSONPointer? = nil, identifiedBy identity: String?,
      from source: Source
    ) {
      self.name = name
      self.identity = identity
      self.source = source
      isFollowed = source != .property
      let pointer = pointer ?? JSONPointer(tokens: [name])
      self.pointer = pointer
      var writer = JSONWriter()
      writer.writeRaw("{\"op\":\"replace\",\"path\":")
      writer.write(string: pointer.description)
      writer.writeRaw(",\"value\":")
      replacement = writer.withBytes { Array($0) }
    }

    /// Appends the operation that replaces the whole output.
    func writeReplacement(_ value: JSONValue, to writer: inout JSONWriter) {
      replacement.withUnsafeBytes { writer.writeRaw($0) }
      writer.write(value)
      writer.writeByte(UInt8(ascii: "}"))
    }

    /// Appends the operations that lead from one value of the output to another.
    ///
    /// - Returns: whether there are any.
    func writeDifference(
      from known: JSONValue, to new: JSONValue, to writer: inout JSONWriter
    ) -> Bool {
      guard known.isContainer && new.isContainer else {
        if known == new { return false }
        writeReplacement(new, to: &writer)
        return true
      }
      return write(
        .difference(from: known, to: new, identifiedBy: identity, at: pointer), to: &writer)
    }

    /// Appends operations.
    ///
    /// - Returns: whether there are any.
    func write(_ patch: JSONPatch, to writer: inout JSONWriter) -> Bool {
      for (index, operation) in patch.operations.enumerated() {
        if index > 0 { writer.writeByte(UInt8(ascii: ",")) }
        writer.write(operation.json)
      }
      return !patch.operations.isEmpty
    }
  }
}

/// The parts of an output's value that are followed by themselves.
protocol FollowedRows: AnyObject {
  /// Has changes of them told from now on, from any thread; what is followed of the rest still is.
  func connectRows(didChange: @escaping @Sendable () -> Void)

  /// Takes them as they are now.
  func loadRows()

  /// All of them may have changed without anybody being told.
  func doubtRows()
}

/// The place of an output that the frontend does not observe: nothing is evaluated, followed or subscribed.
final class UnobservedOutput: OutputState {
  override var part: OutputPart? { nil }
  override var isObserved: Bool { false }
  override var canHideChanges: Bool { false }
  override func load() {}
  override func discardUnchanged() -> Bool { false }
  override func commit() throws {}
  override func writeChange(to writer: inout JSONWriter) throws -> Bool { false }
}

extension JSONValue {
  nonisolated fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
