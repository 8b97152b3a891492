import JSON

/// An output that is a list of plain values with an identity. A copy of the list is kept, not its JSON form, and
/// compared with the new one element by element.
///
/// The list that was read is let go of at once, and the copy brought up to date in place: while anybody else holds its
/// list, a ViewModel that changes one element copies all of them.
final class ListOutput<VM, Element: Encodable & Identifiable>: OutputState {
  /// What all instances have in common.
  typealias Source = ValueOutput<VM, [Element]>.Source

  /// Makes the states of such an output: of this kind if the elements turn out to be plain values; if they are objects,
  /// with each followed apart; and else of any type.
  final class Maker {
    private let source: Source
    private lazy var comparison = PlainComparison(Element.self)

    init(_ property: @escaping (VM) -> [Element]) { source = Source(property) }

    func makeState(_ box: ViewModelBox<VM>, _ place: Place) -> OutputState {
      if let comparison { return ListOutput(box, source, comparison, place) }
      // A change that is told before it is there may have to be looked for again, which is done for outputs as a whole.
      if tellsAfterwards && Element.self is AnyObject.Type {
        return ObjectListOutput(box, source.property, place)
      }
      return ValueOutput(box, source, place)
    }
  }

  /// What the frontend knows.
  private enum Known {
    case elements([Element])
    /// Null, while there has been no JSON form; or an array, when there is more to the JSON form than the elements.
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
  /// What was read and has not been told yet.
  private var pending: (list: [Element], change: Result<Change, any Error>)?

  private init(
    _ box: ViewModelBox<VM>, _ source: Source, _ comparison: PlainComparison, _ place: Place
  ) {
    self.box = box
    self.source = source
    self.comparison = comparison
    super.init(place)
  }

  override var json: JSONValue {
    switch known {
    // Nothing is known that has not been encoded before, so this does not fail.
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
      let change = try source.encoding.follow {
        try PlainListChange(
          from: old, to: new, comparedBy: comparison, at: place.pointer)
      }
      if source.encoding.reliableComparison != nil { return .part(change) }
    }
    return .whole(try source.encoding.follow { try JSONValue(encoding: new) })
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
      // From here on there is one owner, so that it is changed in place.
      known = .json(.null)
      change.bringUpToDate(&list, as: new)
      known = .elements(list)
      return place.write(change.patch, to: &writer)
    case .whole(let json):
      let old = self.json
      remember(new, json)
      return place.writeDifference(from: old, to: json, to: &writer)
    }
  }

  private func remember(_ list: [Element], _ json: JSONValue) {
    known = source.encoding.reliableComparison == nil ? .json(json) : .elements(list)
  }

  override func tearDown() { box = nil }
}
