import Observation
import Reactive
import ReactiveCombine
import TestSupport

/// ViewModels in the styles before Observation.

/// What nearly every form has: properties, and what is computed of them.
final class FormViewModel: ObservableObject, Steppable {
  @Published var name = ""
  @Published var age = 0
  @Published var lines: [Line] = []
  /// Notifies by hand, not published.
  var byHand = 0 { willSet { objectWillChange.send() } }
  var canSubmit: Bool { !name.isEmpty && age.isMultiple(of: 2) }
  var both: String { "\(name) \(byHand)" }
  var summary: String { "\(name) \(age) \(lines.count)" }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...2: name = .some(&random)
    case 3...5: age += 1
    case 6: lines.append(Line(id: lines.count, text: .some(&random)))
    case 7: if !lines.isEmpty { lines[0].text = .some(&random) }
    case 8: lines = []
    default: byHand += 1
    }
  }

  static let subject = Subject(
    "form", FormViewModel.init,
    [
      Observed("name", \.name), Observed("age", \.age), Observed("lines", \.lines),
      Observed("canSubmit", \.canSubmit), Observed("summary", \.summary),
      Observed("byHand", \.byHand), Observed("both", \.both),
      Observed("published", stream: { $0.$name.asObservable() }, \.name),
    ])
}

/// An object that reports a change of itself as a whole, in an output.
final class Account: ObservableObject, Encodable {
  @Published var owner = "a"
  var balance = 0 { willSet { objectWillChange.send() } }

  private enum Key: CodingKey { case owner, balance }

  nonisolated func encode(to encoder: any Encoder) throws {
    let (owner, balance) = MainActor.assumeIsolated { (self.owner, self.balance) }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(owner, forKey: .owner)
    try container.encode(balance, forKey: .balance)
  }
}

final class AccountsViewModel: ObservableObject, Steppable {
  @Published var accounts = [Account(), Account()]
  var first: Account? { accounts.first }
  var owners: [String] { accounts.map(\.owner) }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: accounts.randomElement(using: &random)?.balance += 1
    case 4...6: accounts.randomElement(using: &random)?.owner = .some(&random)
    case 7: accounts.append(Account())
    case 8: accounts.reverse()
    default: if accounts.count > 1 { accounts.removeFirst() }
    }
  }

  static let subject = Subject(
    "accounts", AccountsViewModel.init,
    [Observed("accounts", \.accounts), Observed("first", \.first), Observed("owners", \.owners)])
}

/// Relays, of values and of objects, and what is computed of their values.
final class RelaysViewModel: Steppable {
  let text = BehaviorRelay(value: "")
  let rows = BehaviorRelay(value: [Row(1), Row(2)])
  let contacts = BehaviorRelay(value: [Contact(id: 1, name: "a")])
  var isEmpty: Bool { text.value.isEmpty }
  var first: Row? { rows.value.first }
  var count: Int { rows.value.count + text.value.unicodeScalars.count }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...2: text.accept(.some(&random))
    case 3...5: rows.value.randomElement(using: &random)?.quantity += 1
    case 6: rows.accept(rows.value + [Row(Int(random.next() % 100))])
    case 7: rows.accept(rows.value.reversed())
    case 8: if rows.value.count > 1 { rows.accept(Array(rows.value.dropLast())) }
    case 9: contacts.accept([Contact(id: 1, name: .some(&random))])
    default: contacts.accept(contacts.value + [Contact(id: Int(random.next() % 100), name: "b")])
    }
  }

  static let subject = Subject(
    "relays", RelaysViewModel.init,
    [
      Observed("text", stream: \.text, \.text.value),
      Observed("rows", stream: \.rows, \.rows.value),
      Observed("driver", stream: { $0.rows.asDriver().map { $0.first } }, \.first),
      Observed("contacts", stream: \.contacts, \.contacts.value),
      Observed("isEmpty", \.isEmpty), Observed("first", \.first), Observed("count", \.count),
      Observed("value", \.text.value),
    ])
}

/// A subclass that adds to what its base class has.
@Observable class BaseViewModel: Steppable {
  var title = ""
  var isBusy = false
  func change(_ choice: Int, _ random: inout SeededGenerator) {
    if choice.isMultiple(of: 2) { title = .some(&random) } else { isBusy.toggle() }
  }
}

@Observable final class DerivedViewModel: BaseViewModel {
  var items: [String] = []
  var node = Node(1, "n")
  override func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...4: super.change(choice, &random)
    case 5...7: items.append(.some(&random))
    case 8: items = []
    default: node.name = .some(&random)
    }
  }

  static let subject = Subject(
    "derived", DerivedViewModel.init,
    [
      Observed("title", \.title), Observed("isBusy", \.isBusy), Observed("items", \.items),
      Observed("node", \.node),
      Observed("headline") { "\($0.title): \($0.items.count) \($0.node.name)" },
    ])
}

/// A ViewModel of any type.
@Observable final class ListingViewModel<Item: Encodable & Identifiable>: Steppable
where Item.ID == Int {
  var items: [Item] = []
  var page: [[Item]] = []
  private let make: (Int) -> Item
  private let alter: (inout Item, String) -> Void

  init(_ make: @escaping (Int) -> Item, alter: @escaping (inout Item, String) -> Void) {
    self.make = make
    self.alter = alter
  }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...2: items.insert(make(Int(random.next() % 1000)), at: 0)
    case 3...6:
      if let index = items.indices.randomElement(using: &random) {
        alter(&items[index], .some(&random))
      }
    case 7: items.shuffle(using: &random)
    case 8: page = [items, Array(items.reversed())]
    case 9: items.removeAll { $0.id.isMultiple(of: 3) }
    default: items += items.prefix(1)
    }
  }
}

enum ListingSubjects {
  static let lines = Subject(
    "lines",
    {
      ListingViewModel {
        Line(id: $0, text: "\($0)")
      } alter: {
        $0.text = $1
      }
    }, outputs())
  static let contacts = Subject(
    "people",
    {
      ListingViewModel {
        Contact(id: $0, name: "\($0)")
      } alter: {
        $0.name = $1
      }
    },
    outputs())
  static let nodes = Subject(
    "nodes",
    {
      ListingViewModel {
        Node($0, "\($0)")
      } alter: {
        $0.name = $1
      }
    }, outputs())
  static let prices = Subject(
    "listed prices",
    {
      ListingViewModel {
        Price(id: $0, amount: 1)
      } alter: {
        $0.amount += 1
        Currency.shared.symbol = $1
      }
    }, outputs())

  private static func outputs<Item>() -> [Observed<ListingViewModel<Item>>] {
    [
      Observed("items", \.items), Observed("page", \.page),
      Observed("last") { $0.items.last }, Observed("reversed") { Array($0.items.reversed()) },
    ]
  }
}
