/// What `combineLatest` and `zip` share: one slot for each source, and a row as soon as every slot has an element.
///
/// The two differ in what a slot keeps: the newest element, or all in their order.
final class Rows<Result> {
  let sink: Sink<Result>
  private let keepsAll: Bool
  private let completion: RowsCompletion
  private let slots: [AnySlot]
  private let makeRow: () throws -> Result
  @exclusivity(unchecked) private var isDone: [Bool]
  @exclusivity(unchecked) private var filled = 0

  /// - Parameters:
  ///   - keepsAll: What the slots keep.
  ///   - completion: When it completes.
  ///   - makeRow: Takes an element from every slot.
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

  /// A receiver of the source with this number.
  func receiver<Element>(_ index: Int, _ slot: Slot<Element>) -> Receiver<Element> {
    SlotReceiver(self, index, slot)
  }

  /// Sends a row, if there is one now that the slot with this number has got an element.
  fileprivate func slotIsFilled(_ index: Int, wasEmpty: Bool) {
    if wasEmpty { filled += 1 }
    if filled == slots.count {
      let row: Result
      do { row = try makeRow() } catch { return sink.stop(.error(error)) }
      if keepsAll { filled = slots.count { !$0.isEmpty } }
      sink.next(row)
      if isExhausted { sink.stop(.completed) }
    } else if completion == .hopeless, isDone.indices.allSatisfy({ $0 == index || isDone[$0] }) {
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

/// When rows complete, besides when all sources have.
package enum RowsCompletion {
  /// Only then.
  case all
  /// Also when an element comes that makes no row while all other sources are done.
  case hopeless
  /// Also when a source is done and all of its elements have been used up.
  case exhausted
}

/// A slot whose type of element does not matter.
class AnySlot {
  @exclusivity(unchecked) fileprivate(set) var isEmpty = true

  init() {}

  nonisolated deinit {}

  /// Takes an element out of this slot, which is known to be one of such elements.
  ///
  /// The slots of a row are kept as a list: a tuple of them would be looked up in the runtime for each row.
  final func take<Element>(_ type: Element.Type) throws -> Element {
    try unsafeDowncast(self, to: Slot<Element>.self).take()
  }
}

/// What one source has sent and no row has used up.
final class Slot<Element>: AnySlot {
  private let keepsAll: Bool
  // All are `Stored<Element>`. A queue of that type would be handled by generic code, at half the speed.
  @exclusivity(unchecked) private var others = Queue<AnyObject>()
  @exclusivity(unchecked) private var first: Stored<Element>?

  /// - Parameter keepsAll: Whether it keeps all elements until they are taken, or just the newest, for good.
  init(keepsAll: Bool) {
    self.keepsAll = keepsAll
    super.init()
  }

  /// A slot for the elements of this source.
  convenience init<Source: ObservableConvertibleType>(of source: Source, keepsAll: Bool)
  where Source.Element == Element {
    self.init(keepsAll: keepsAll)
  }

  nonisolated deinit {}

  /// Whether the slot was empty.
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
