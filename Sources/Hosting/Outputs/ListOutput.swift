import JSON

/// An output that is a list of plain values with an identity. It keeps a copy of the list instead
/// of JSON, and compares it with the new one element by element.
///
/// It releases the list that was read at once, and updates its copy in place: while another owner
/// holds the ViewModel's list, changing one element copies all of them.
final class ListOutput<VM, Element: Encodable & Identifiable>: OutputState {
  /// The parts that all instances share.
  typealias Source = ValueOutput<VM, [Element]>.Source

  /// Makes the states of a list output: a `ListOutput` for plain elements, an `ObjectListOutput`
  /// for objects, else a `ValueOutput`.
  final class Maker {
    private let source: Source
    private lazy var comparison = PlainComparison(Element.self)

    init(_ property: @escaping (VM) -> [Element]) { source = Source(property) }

    func makeState(_ box: ViewModelBox<VM>, _ location: Location) -> OutputState {
      if let comparison { return ListOutput(box, source, comparison, location) }
      // A change that is reported before it is set may need another read, which only whole outputs
      // support.
      if reportsAfterChange && Element.self is AnyObject.Type {
        return ObjectListOutput(box, source.property, location)
      }
      return ValueOutput(box, source, location)
    }
  }

  /// The frontend's value.
  private enum Known {
    case elements([Element])
    /// Null before the first value; or an array, if its encoding reads more than the elements.
    case json(JSONValue)
  }

  private enum Change {
    case part(PlainListChange<Element>)
    case whole(JSONValue)
  }

  private var box: ViewModelBox<VM>?
  private let source: Source
  private let comparison: PlainComparison
  private var known = Known.json(.null)
  /// The list that was read and is not published yet.
  private var pending: (list: [Element], change: Result<Change, any Error>)?

  private init(
    _ box: ViewModelBox<VM>, _ source: Source, _ comparison: PlainComparison, _ location: Location
  ) {
    self.box = box
    self.source = source
    self.comparison = comparison
    super.init(location)
  }

  override var json: JSONValue {
    switch known {
    // These elements were encoded before, so this does not fail.
    case .elements(let elements): (try? JSONValue(encoding: elements)) ?? .null
    case .json(let json): json
    }
  }

  override func load() {
    guard let box else { return }
    let new = source.property(box.viewModel)
    pending = (new, Result { try change(to: new) })
  }

  private func change(to new: [Element]) throws -> Change {
    if case .elements(let old) = known, source.encoding.reliableComparison != nil {
      let change = try source.encoding.checkReads {
        try PlainListChange(
          from: old, to: new, comparedBy: comparison, at: location.pointer)
      }
      if source.encoding.reliableComparison != nil { return .part(change) }
    }
    return .whole(try source.encoding.checkReads { try JSONValue(encoding: new) })
  }

  override package func isLarger(than limit: Int) -> Bool {
    switch known {
    case .elements(let elements): elements.count > limit
    case .json(let json): json.hasMoreValues(than: limit)
    }
  }

  override func discardUnchanged() -> Bool {
    let isKnown =
      switch pending?.change {
      case nil: true
      case .success(.part(let change))?: change.patch.operations.isEmpty
      case .success(.whole(let json))?: isKnown(.success(json))
      case .failure(let error)?: isKnown(.failure(error))
      }
    if isKnown { pending = nil }
    return !isKnown
  }

  override func commit() throws {
    guard let (list, change) = pending.take() else { return }
    switch try change.get() {
    case .part: known = .elements(list)
    case .whole(let json): remember(list, json)
    }
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let (new, change) = pending.take() else { return false }
    switch try change.get() {
    case .part(let change):
      guard case .elements(var list) = known else { return false }
      // Leave one owner, so that the list changes in place.
      known = .json(.null)
      change.bringUpToDate(&list, as: new)
      known = .elements(list)
      return location.write(change.patch, to: &writer)
    case .whole(let json):
      let old = self.json
      remember(new, json)
      return location.writeDifference(from: old, to: json, to: &writer)
    }
  }

  private func remember(_ list: [Element], _ json: JSONValue) {
    known = source.encoding.reliableComparison == nil ? .json(json) : .elements(list)
  }

  override func tearDown() { box = nil }
}
