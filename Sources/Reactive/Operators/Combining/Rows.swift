/// The rows of `combineLatest` and `zip`: one slot for each source, and a row as soon as every slot
/// has an element.
///
/// A slot keeps the newest element for `combineLatest`, all elements in order for `zip`.
final class Rows<Result> {
  let sink: Sink<Result>
  private let keepsAll: Bool
  private let completion: RowsCompletion
  private let slots: [AnySlot]
  private let makeRow: () throws -> Result
  @exclusivity(unchecked) private var isDone: [Bool]
  @exclusivity(unchecked) private var filled = 0

  /// - Parameters:
  ///   - keepsAll: Whether slots keep all elements or the newest only.
  ///   - completion: The condition of completion.
  ///   - makeRow: Makes a row from an element of every slot.
  init(
    _ sink: Sink<Result>, keepsAll: Bool, completion: RowsCompletion, slots: [AnySlot],
    makeRow: @escaping () throws -> Result
  ) {
    self.sink = sink
    self.keepsAll = keepsAll
    self.completion = completion
    self.slots = slots
    self.makeRow = makeRow
    isDone = Array(repeating: false, count: slots.count)
  }

  nonisolated deinit {}

  /// Returns the receiver for the source at the index.
  func receiver<Element>(_ index: Int, _ slot: Slot<Element>) -> Receiver<Element> {
    SlotReceiver(self, index, slot)
  }

  /// Sends a row if the slot at the index completes one.
  fileprivate func slotIsFilled(_ index: Int, wasEmpty: Bool) {
    if wasEmpty { filled += 1 }
    if filled == slots.count {
      let row: Result
      do { row = try makeRow() } catch { return sink.stop(.error(error)) }
      if keepsAll { filled = slots.count { !$0.isEmpty } }
      sink.next(row)
      if isExhausted { sink.stop(.completed) }
    } else if completion == .noMoreRows, isDone.indices.allSatisfy({ $0 == index || isDone[$0] }) {
      sink.stop(.completed)
    }
  }

  fileprivate func sourceStopped(_ index: Int, _ stop: Stop) {
    guard case .completed = stop else { return sink.stop(stop) }
    isDone[index] = true
    if isDone.allSatisfy(\.self) || isExhausted { sink.stop(.completed) }
  }

  private var isExhausted: Bool {
    completion == .exhausted && isDone.indices.contains { isDone[$0] && slots[$0].isEmpty }
  }
}

/// When rows complete. All cases include the completion of all sources.
package enum RowsCompletion {
  /// Only when all sources have completed.
  case all
  /// Also when an element makes no row and all other sources have completed.
  case noMoreRows
  /// Also when a source has completed and rows have consumed all of its elements.
  case exhausted
}

/// A type-erased slot.
class AnySlot {
  @exclusivity(unchecked) fileprivate(set) var isEmpty = true

  init() {}

  nonisolated deinit {}

  /// Returns the next element of this slot, whose type must match.
  ///
  /// The slots of a row are an array: a tuple would need a runtime lookup for each row.
  final func take<Element>(_ type: Element.Type) throws -> Element {
    try unsafeDowncast(self, to: Slot<Element>.self).take()
  }
}

/// The elements of one source that no row has consumed.
final class Slot<Element>: AnySlot {
  private let keepsAll: Bool
  // All are `Stored<Element>`. A queue of that type would run generic code, at half the speed.
  @exclusivity(unchecked) private var others = Queue<AnyObject>()
  @exclusivity(unchecked) private var first: Stored<Element>?

  /// - Parameter keepsAll: Whether the slot keeps all elements until rows consume them, or only the
  ///   newest.
  init(keepsAll: Bool) {
    self.keepsAll = keepsAll
    super.init()
  }

  /// Creates a slot for the elements of the source.
  convenience init<Source: ObservableConvertibleType>(of source: Source, keepsAll: Bool)
  where Source.Element == Element {
    self.init(keepsAll: keepsAll)
  }

  nonisolated deinit {}

  /// Stores an element, and returns whether the slot was empty.
  func put(_ element: Element) -> Bool {
    let wasEmpty = isEmpty
    isEmpty = false
    if keepsAll, !wasEmpty {
      others.append(Stored(element))
    } else if let first {
      first.replace(with: element)
    } else {
      first = Stored(element)
    }
    return wasEmpty
  }

  func take() throws -> Element {
    guard let first else { throw RxError.noElements }
    if keepsAll { dropFirst() }
    return first.element
  }

  private func dropFirst() {
    first = others.popFirst().map { unsafeDowncast($0, to: Stored<Element>.self) }
    isEmpty = first == nil
  }
}

/// Puts the elements of one source into its slot.
private final class SlotReceiver<Element, Result>: Receiver<Element> {
  private let rows: Rows<Result>
  private let index: Int
  private let slot: Slot<Element>

  init(_ rows: Rows<Result>, _ index: Int, _ slot: Slot<Element>) {
    self.rows = rows
    self.index = index
    self.slot = slot
    super.init()
  }

  nonisolated deinit {}

  override func next(_ element: Element) {
    rows.slotIsFilled(index, wasEmpty: slot.put(element))
  }

  override func stop(_ stop: Stop) { rows.sourceStopped(index, stop) }

  override var isOver: Bool { rows.sink.isOver }
}
