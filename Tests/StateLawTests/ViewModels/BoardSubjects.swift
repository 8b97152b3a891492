import Observation
import TestSupport

/// A board of columns with cards, all of which compare by their id.
@Observable final class BoardViewModel: Steppable {
  nonisolated struct Column: Encodable, Identifiable, Equatable {
    let id: Int
    var title: String
    var cards: [Contact]
    static func == (left: Column, right: Column) -> Bool { left.id == right.id }
  }

  // What changes without a notification, set twice in one turn, may come to lie where it first lay.
  static let changesInATurn = 1
  var columns = [Column(id: 0, title: "to do", cards: []), Column(id: 1, title: "done", cards: [])]
  var byTitle: [String: [Contact]] {
    Dictionary(columns.map { ($0.title, $0.cards) }) { first, second in first + second }
  }
  var counts: [Int] { columns.map(\.cards.count) }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    let column = Int(random.next() % 2)
    switch choice {
    case 0...2:
      columns[column].cards.append(Contact(id: Int(random.next() % 100), name: .some(&random)))
    case 3: columns[column].title = .some(&random)
    case 4: if let card = columns[0].cards.popLast() { columns[1].cards.insert(card, at: 0) }
    case 5: columns = columns.map { Column(id: $0.id, title: $0.title, cards: $0.cards.reversed()) }
    case 6: if !columns[column].cards.isEmpty { columns[column].cards[0].name = .some(&random) }
    case 7: columns.swapAt(0, 1)
    case 8: columns[column].cards.shuffle(using: &random)
    default: columns[column] = Column(id: columns[column].id, title: .some(&random), cards: [])
    }
  }

  static let subject = Subject(
    "board", BoardViewModel.init,
    [
      Observed("columns", \.columns), Observed("byTitle", \.byTitle), Observed("counts", \.counts),
      Observed("first", \.columns.first),
    ])
}

/// Objects as the values of dictionaries, and values in sets.
@Observable final class InventoryViewModel: Steppable {
  nonisolated struct Tag: Codable, Hashable {
    var name: String
    var weight: Int
  }

  var stock: [String: Row] = ["a": Row(1)]
  var shelves: [Int: [String: Node]] = [:]
  var tags: Set<Tag> = []
  var heaviest: Tag? { tags.max { ($0.weight, $0.name) < ($1.weight, $1.name) } }
  var total: Int { stock.values.reduce(0) { $0 + $1.quantity } }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    let key = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    switch choice {
    case 0...2: stock[key]?.quantity += 1
    case 3: stock[key] = Row(Int(random.next() % 100))
    case 4: stock[key] = nil
    case 5: shelves[Int(random.next() % 3), default: [:]][key] = Node(1, key)
    case 6: shelves[Int(random.next() % 3)]?[key]?.name = "\(random.next() % 100)"
    case 7: shelves = [:]
    case 8, 9: tags.insert(Tag(name: key, weight: Int(random.next() % 10)))
    default: tags = tags.filter { $0.weight > 3 }
    }
  }

  static let subject = Subject(
    "inventory", InventoryViewModel.init,
    [
      Observed("stock", \.stock), Observed("shelves", \.shelves), Observed("tags", \.tags),
      Observed("heaviest", \.heaviest), Observed("total", \.total),
    ])
}

/// States as enums whose cases carry values and objects.
@Observable final class PlayerViewModel: Steppable {
  nonisolated enum State: Encodable, Equatable {
    case stopped
    case playing(Row, position: Int)
    case failed(reason: String?)
    indirect case after(State)
  }

  var state = State.stopped
  var history: [State] = []
  var position: Int? { if case .playing(_, let position) = state { position } else { nil } }
  private let row = Row(7)

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0, 1: state = .playing(row, position: Int(random.next() % 100))
    case 2, 3: row.quantity += 1
    case 4: state = .failed(reason: .some(&random))
    case 5: state = .failed(reason: nil)
    case 6: state = .stopped
    case 7: state = .after(.playing(row, position: 1))
    case 8: history.append(state)
    case 9: history = []
    default: history = Array(history.reversed())
    }
  }

  static let subject = Subject(
    "player", PlayerViewModel.init,
    [
      Observed("state", \.state), Observed("history", \.history), Observed("position", \.position),
    ])
}
