import Observation
import Reactive
import ReactiveCombine
import TestSupport

/// Lists of objects with an identity, each of which is followed apart.

@Observable nonisolated class ListItem: Encodable, Identifiable {
  var id: Int
  var title: String
  var isHidden = false
  var row: Row?
  var contact: Contact?
  var parts: [Node] = []

  init(_ id: Int, _ title: String) {
    self.id = id
    self.title = title
  }

  private enum Key: CodingKey { case id, title, row, contact, parts }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(row, forKey: .row)
    try container.encode(contact, forKey: .contact)
    try container.encode(parts, forKey: .parts)
  }

  @MainActor func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0, 1: title = .some(&random)
    case 2: row = Row(Int(random.next() % 3))
    case 3: row?.quantity += 1
    case 4: if parts.count < 2 { parts.append(Node(parts.count, "part")) }
    case 5: parts.randomElement(using: &random)?.name = .some(&random)
    case 6: isHidden.toggle()
    case 7: contact = Contact(id: 1, name: .some(&random))
    case 8: parts.removeAll()
    case 9: parts = parts.map { Node($0.id, $0.name + "+") }
    default: id = Int(random.next() % 1_000)
    }
  }
}

/// Something in this class changes without a notification.
@Observable nonisolated final class ForgetfulItem: ListItem {
  private let box = PlainBox()
  private enum Key: CodingKey { case box }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(box, forKey: .box)
  }

  @MainActor override func change(_ choice: Int, _ random: inout SeededGenerator) {
    if choice == 6 { box.value += 1 }
    super.change(choice, &random)
  }
}

extension [ListItem] {
  /// Something that happens to a list of objects, whoever has it.
  fileprivate mutating func change(
    spare: [ListItem], _ choice: Int, _ random: inout SeededGenerator
  ) {
    switch choice {
    case 0...3: randomElement(using: &random)?.change(Int(random.next() % 11), &random)
    case 4: insert(ListItem(Int(random.next() % 100), "new"), at: count / 2)
    case 5: if !isEmpty { remove(at: Int.random(in: 0..<count, using: &random)) }
    case 6: shuffle(using: &random)
    case 7: if let last = popLast() { insert(last, at: 0) }
    // One that was there before, may have changed meanwhile, and may be there twice then.
    case 8: if let item = spare.randomElement(using: &random) { append(item) }
    case 9: spare.randomElement(using: &random)?.change(Int(random.next() % 11), &random)
    case 10: for item in self { item.change(Int(random.next() % 11), &random) }
    default: self = map { ListItem($0.id, $0.title) }
    }
  }
}

/// Several lists of the same objects.
@Observable final class ItemsViewModel: Steppable {
  var items: [ListItem]
  @ObservationIgnored private let spare: [ListItem]
  var visible: [ListItem] { items.filter { !$0.isHidden } }
  var reversed: [ListItem] { items.reversed() }
  var first: ListItem? { items.first }
  var titles: [String] { items.map(\.title) }

  init() {
    let spare = (0..<5).map { ListItem($0, "item") }
    self.spare = spare
    items = spare
  }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    items.change(spare: spare, choice, &random)
  }

  static let subject = Subject(
    "items", ItemsViewModel.init,
    [
      Observed("items", \.items), Observed("visible", \.visible), Observed("reversed", \.reversed),
      Observed("first", \.first), Observed("titles", \.titles),
    ])
}

/// A list without notifications, of objects that send them.
final class UntoldItemsViewModel: Steppable {
  private(set) var items = [ListItem(1, "a"), ListItem(2, "b"), ListItem(3, "c")]
  private let spare = [ListItem(4, "d")]
  let fixed = [ListItem(5, "e"), ListItem(6, "f")]

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    if random.once(in: 3) {
      fixed.randomElement(using: &random)?.change(choice % 11, &random)
    } else {
      items.change(spare: spare, choice, &random)
    }
  }

  static let subject = Subject(
    "untold items", UntoldItemsViewModel.init,
    [Observed("items", \.items), Observed("fixed", \.fixed)])
}

/// Objects of several classes, of which one is not followed.
@Observable final class MixedItemsViewModel: Steppable {
  var items: [ListItem] = [ListItem(1, "a"), ListItem(2, "b")]
  @ObservationIgnored private let spare = [ForgetfulItem(3, "c"), ForgetfulItem(4, "d")]
  let fixed: [ListItem] = [ListItem(5, "e"), ListItem(6, "f")]

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0: fixed.randomElement(using: &random)?.change(Int(random.next() % 11), &random)
    case 1: items.removeAll { $0 is ForgetfulItem }
    default: items.change(spare: spare, choice, &random)
    }
  }

  static let subject = Subject(
    "mixed items", MixedItemsViewModel.init,
    [Observed("items", \.items), Observed("fixed", \.fixed)])
}

/// Objects that report a change of themselves as a whole.
final class Gauge: ObservableObject, Encodable, Identifiable {
  let id: Int
  @Published var level = 0
  var note = "" { willSet { objectWillChange.send() } }

  init(_ id: Int) { self.id = id }

  private enum Key: CodingKey { case id, level, note }

  nonisolated func encode(to encoder: any Encoder) throws {
    let (level, note) = MainActor.assumeIsolated { (self.level, self.note) }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(level, forKey: .level)
    try container.encode(note, forKey: .note)
  }
}

final class GaugesViewModel: ObservableObject, Steppable {
  @Published var gauges = [Gauge(1), Gauge(2), Gauge(3)]
  var high: [Gauge] { gauges.filter { $0.level > 2 } }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...4: gauges.randomElement(using: &random)?.level += 1
    case 5, 6: gauges.randomElement(using: &random)?.note = .some(&random)
    case 7: gauges.append(Gauge(Int(random.next() % 100)))
    case 8: if gauges.count > 1 { gauges.removeFirst() }
    case 9: for gauge in gauges { gauge.level = 0 }
    default: gauges.shuffle(using: &random)
    }
  }

  static let subject = Subject(
    "gauges", GaugesViewModel.init, [Observed("gauges", \.gauges), Observed("high", \.high)])
}

/// Several instances that show the same objects.
@Observable final class SharedItemsViewModel: Steppable {
  var own: [ListItem]
  let shared: [ListItem]

  init(_ shared: [ListItem]) {
    self.shared = shared
    own = shared
  }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    if choice < 6 {
      shared.randomElement(using: &random)?.title = "\(random.next() % 100)"
    } else {
      own.change(spare: shared, choice, &random)
      // Where there is much to look at, an unreported change is not looked for in the turn of
      // another instance.
      if own.count > 6 { own.removeLast() }
    }
  }

  static let subject: Subject = {
    let items = (0..<4).map { ListItem($0, "shared") }
    return Subject(
      "shared items", { SharedItemsViewModel(items) }, ids: ["a", "b"],
      [Observed("own", \.own), Observed("shared", \.shared)])
  }()
}
