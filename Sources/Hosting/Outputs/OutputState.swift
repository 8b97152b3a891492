import JSON

/// An output of one instance: the frontend's value, and how to find changes.
package class OutputState {
  package var name: String { location.name }
  /// Whether it is tracked separately from other outputs.
  @exclusivity(unchecked) final var isTrackedAlone = false
  final let location: Location
  /// How the frontend's set of observed outputs will change for this one.
  @exclusivity(unchecked) final var membershipChange = MembershipChange.none

  enum MembershipChange {
    case none, added
    /// The frontend still has its last value.
    case removed(OutputState)
    /// It was removed and added before either was published.
    case replaced(OutputState)
  }

  /// Replaces another state of the output.
  final func replace(_ old: OutputState) {
    // An unpublished addition need not be removed.
    let known: OutputState? =
      switch old.membershipChange {
      case .none: old.isObserved ? old : nil
      case .added: nil
      case .removed(let known), .replaced(let known): known
      }
    membershipChange =
      if isObserved {
        known.map { .replaced($0) } ?? .added
      } else {
        known.map { .removed($0) } ?? .none
      }
  }

  /// The last reported encoding error; `nil` after a value.
  @exclusivity(unchecked) package final var failure: String?

  /// The part of the output in the frontend's state; `nil` if it is not observed.
  package var part: OutputPart? { .whole }

  /// Whether the frontend observes a part of it.
  package var isObserved: Bool { true }

  /// The source of the elements, if the output is a stream.
  final let stream: AnyStreamSource?

  /// The notes on objects in the value, if there can be any.
  final let objects: EncodedObjects?

  init(
    _ location: Location, of stream: AnyStreamSource? = nil, noting objects: EncodedObjects? = nil
  ) {
    self.location = location
    self.stream = stream
    self.objects = objects
  }

  nonisolated deinit {}

  /// The frontend's value; null before the first one.
  package var json: JSONValue { .null }

  /// Whether its changes are reported. If not, it is read again in every turn.
  @exclusivity(unchecked) package private(set) final var isTracked = true

  /// Reads the current value; the caller may track this.
  final func read() {
    guard isObserved else { return }
    if location.isTracked {
      load()
      if isPlain { return }
      isTracked = untrackedObject == nil || location.source == .constant
    } else {
      location.isTracked = readsObservables { load() }
      isTracked = location.isTracked && untrackedObject == nil
    }
  }

  /// Loads the current value, and encodes it where needed.
  func load() { preconditionFailure("an output that is observed has a value") }

  /// The parts of the value that are tracked separately, if there are any.
  var trackedRows: (any TrackedRows)? { nil }

  /// Reads those parts. Do not track this together with anything else.
  final func readRows() {
    guard let trackedRows else { return }
    trackedRows.loadRows()
    isTracked = location.isTracked && untrackedObject == nil
  }

  /// Whether values hold no parts that can change on their own.
  var isPlain: Bool { false }

  /// The class of an object in the value whose changes are not reported.
  final var untrackedObject: Any.Type? { objects?.untracked }

  /// Whether the value has objects.
  final var holdsObjects: Bool { objects?.hasObjects ?? false }

  /// Whether the value has had objects with setters that may be silent: ``SilentSetters``.
  final var hasSilentObjects: Bool { objects?.hasSilentSetters ?? false }

  /// Whether equal values may have different JSON; false for numbers and Booleans.
  var canHideChanges: Bool { true }

  /// Whether a silent setter may have changed the value.
  final var mayChangeSilently: Bool {
    hasSilentObjects || location.source == .property && canHideChanges
  }

  /// Whether the frontend's value has more parts than a limit, so that reading it again takes long.
  /// A row that is compared, and not encoded, counts as one.
  package func isLarger(than limit: Int) -> Bool { false }

  /// Discards what was read if the frontend has it already.
  ///
  /// - Returns: whether there is a new value or error.
  func discardUnchanged() -> Bool { preconditionFailure("an output that is observed has a value") }

  /// Whether this error was the last one reported.
  final func isReported(_ error: any Error) -> Bool { failure == sentence(for: error) }

  /// Whether the frontend has this value, or received this error.
  final func isKnown(_ outcome: Result<JSONValue, any Error>) -> Bool {
    switch outcome {
    case .success(let value): value == json
    case .failure(let error): isReported(error)
    }
  }

  /// Makes the value that was read the frontend's.
  ///
  /// - Throws: `EncodingError`; the frontend's value stays the same.
  func commit() throws { preconditionFailure("an output that is observed has a value") }

  /// Appends the operations of a patch, separated by commas, from the frontend's value to the one
  /// that was read.
  ///
  /// - Returns: whether the value has changed.
  /// - Throws: `EncodingError`; the frontend's value stays the same, and the caller discards what
  ///   was written.
  func writeChange(to writer: inout JSONWriter) throws -> Bool {
    preconditionFailure("an output that is observed has a value")
  }

  /// Writes the change of an output, which may also be added to the state or removed.
  final func writePatch(to writer: inout JSONWriter) throws -> Bool {
    let membershipChange = exchange(&self.membershipChange, with: .none)
    switch membershipChange {
    case .none: return try writeChange(to: &writer)
    case .added:
      try? commit()
      writer.write(JSONPatch.Operation.add(path: location.pointer, value: json))
      return true
    case .replaced(let old):
      try? commit()
      return location.writeDifference(from: old.json, to: json, to: &writer)
    case .removed:
      writer.write(JSONPatch.Operation.remove(path: location.pointer))
      return true
    }
  }

  /// Appends the error that has ended the output's stream, once, after the failures of its value.
  final func appendEnding(at index: Int, _ failures: inout [OutputFailure]) {
    guard let ending = stream?.takeEnding() else { return }
    failures.append((index, ending))
    failure = sentence(for: ending)
  }

  /// Releases the ViewModel; the frontend's value stays.
  func tearDown() { stream?.end() }

  /// The location of an output in the state, which all instances share.
  nonisolated final class Location {
    let name: String
    let pointer: JSONPointer
    /// The member that identifies elements of lists.
    let identity: String?
    let source: Source
    /// Whether changes are reported: the output is a stream, or reading it has once read an
    /// observable property. It is then assumed to always read one.
    @MainActor var isTracked: Bool
    /// The bytes of an operation that replaces the whole output, without the value and the closing
    /// brace.
    private let replacement: [UInt8]

    /// The source of the values.
    enum Source {
      case property
      /// The stream reports its elements.
      case stream
      /// There is one value only.
      case constant
    }

    /// - Parameter pointer: the location, if it differs from the name.
    @MainActor
    init(
      _ name: String, at pointer: JSONPointer? = nil, identifiedBy identity: String?,
      from source: Source
    ) {
      self.name = name
      self.identity = identity
      self.source = source
      isTracked = source != .property
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

    /// Appends the operations from one value of the output to another.
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

    /// Appends operations, separated by commas.
    ///
    /// - Returns: whether there are any.
    func write(_ patch: JSONPatch, to writer: inout JSONWriter) -> Bool {
      for (index, operation) in patch.operations.enumerated() {
        if index > 0 { writer.writeByte(UInt8(ascii: ",")) }
        writer.write(operation)
      }
      return !patch.operations.isEmpty
    }
  }
}

/// The parts of an output's value that are tracked separately.
protocol TrackedRows: AnyObject {
  /// Reports changes of parts from now on, from any thread; unchanged parts stay tracked.
  func connectRows(didChange: @escaping @Sendable () -> Void)

  /// Reads the current parts.
  func loadRows()

  /// Marks all parts as possibly changed.
  func markRowsStale()
}

/// An output that the frontend does not observe. It is not evaluated, tracked or subscribed.
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
