import JSON
import Observation
import Reactive
import TestSupport

/// Values that are no objects, and whose encoding reads one.
nonisolated struct Card: Encodable, Identifiable {
  let id: Int
  let owner: Node
  private enum Key: CodingKey { case id, name }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(owner.name, forKey: .name)
  }
}

/// A value with a JSON form of its own, which is that of an object.
nonisolated struct Boxed: Encodable, JSONConvertible {
  let row: Row
  init(_ row: Row) { self.row = row }
  init(json: JSONValue) throws { throw JSONConversionError(expected: "nothing", found: json) }
  var json: JSONValue { get throws { ["quantity": .integer(Int64(row.quantity))] } }
  func encode(to encoder: any Encoder) throws { try row.quantity.encode(to: encoder) }
}

@Observable final class CardsViewModel: Steppable {
  @ObservationIgnored private let node = Node(0, "owner")
  @ObservationIgnored private let row = Row(0)
  @ObservationIgnored let cards = BehaviorRelay<[Card]>(value: [])
  var count = 0
  var list: [Card] { cards.value }
  var boxed: Boxed {
    _ = count
    return Boxed(row)
  }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...4: node.name = "\(random.next() % 10)"
    case 5, 6: cards.accept(cards.value + [Card(id: cards.value.count, owner: node)])
    case 7: cards.accept([])
    default:
      row.quantity += 1
      count += 1
    }
  }

  static let subject = Subject(
    "cards", CardsViewModel.init,
    [
      Observed("cards", stream: \.cards, \.cards.value), Observed("list", \.list),
      Observed("boxed", \.boxed), Observed("count", \.count),
    ])
}

/// Objects of one class, of which some hold another object that is followed.
@Observable final class ThingsViewModel: Steppable {
  nonisolated final class Thing: Encodable {
    var value = 0
    var node: Node?
    init(_ node: Node? = nil) { self.node = node }
  }

  var plain = [Thing()]
  var nested = [Thing(Node(1, "n"))]

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...4: plain[0].value += 1
    case 5...7: nested[0].node?.name = "\(random.next() % 10)"
    case 8: nested[0].value += 1
    case 9: plain[0].node = Node(2, "m")
    default: plain[0].node = nil
    }
  }

  static let subject = Subject(
    "things", ThingsViewModel.init, [Observed("nested", \.nested), Observed("plain", \.plain)])
}
