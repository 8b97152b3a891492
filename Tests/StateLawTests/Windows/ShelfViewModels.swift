import Observation
import Reactive
import ReactiveCombine
import TestSupport
import ViewModelKit

/// ViewModels with lists of every kind, which are held to the law of windows.

nonisolated struct Book: Codable, Identifiable {
  let id: Int
  var title: String
}

/// An object, and a class of them without an identity.
@Observable nonisolated class Leaf: Encodable {
  let number: Int
  var text: String

  required init(_ number: Int, _ text: String) {
    self.number = number
    self.text = text
  }

  private enum Key: String, CodingKey { case number = "id", text }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
    try container.encode(text, forKey: .text)
  }
}

nonisolated final class KnownLeaf: Leaf, Identifiable {
  var id: Int { number }
}

/// A value that holds an object.
nonisolated struct Cover: Encodable, Identifiable {
  let id: Int
  let leaf: Leaf
}

/// Something that can stand in a list.
protocol ListEntry {
  static func made(_ number: Int) -> Self
  /// The same thing, changed.
  func changed(_ text: String) -> Self
}

extension Book: ListEntry {
  static func made(_ number: Int) -> Book { Book(id: number, title: "book \(number)") }
  func changed(_ text: String) -> Book { Book(id: id, title: text) }
}

extension Leaf: ListEntry {
  static func made(_ number: Int) -> Self { Self(number, "leaf \(number)") }

  func changed(_ text: String) -> Self {
    self.text = text
    return self
  }
}

extension Cover: ListEntry {
  static func made(_ number: Int) -> Cover { Cover(id: number, leaf: Leaf(number, "cover")) }

  func changed(_ text: String) -> Cover {
    leaf.text = text
    return self
  }
}

extension String: ListEntry {
  static func made(_ number: Int) -> String { "text \(number % 7)" }
  func changed(_ text: String) -> String { text }
}

extension Array where Element: ListEntry {
  /// Something that happens to a list.
  ///
  /// - Parameter next: the number of the next new entry.
  mutating func change(_ next: inout Int, _ random: inout SeededGenerator) {
    func new() -> Element {
      next += 1
      return Element.made(next)
    }
    let place = Int.random(in: 0...count, using: &random)
    switch Int.random(in: 0..<24, using: &random) {
    case 0...5: insert(new(), at: place)
    case 6: insert(new(), at: 0)
    case 7: append(new())
    case 8...10: if place < count { remove(at: place) }
    case 11...16:
      if place < count { self[place] = self[place].changed(.some(&random)) }
    case 17: if place < count { insert(remove(at: place), at: count / 2) }
    case 18: if place < count { self[place] = new() }
    case 19: for _ in 0..<Int.random(in: 0...6, using: &random) { insert(new(), at: place) }
    case 20: removeSubrange(place..<Swift.min(count, place + 4))
    case 21: if random.once(in: 4) { shuffle(using: &random) }
    case 22: if random.once(in: 8) { removeAll() }
    default: if isEmpty { for _ in 0..<20 { append(new()) } }
    }
  }
}

/// Lists as properties and as sequences.
@Observable final class ShelfViewModel: Steppable {
  var next = 0
  var books: [Book] = []
  var maybeBooks: [Book]?
  var texts: [String] = []
  var leaves: [Leaf] = []
  var knownLeaves: [KnownLeaf] = []
  var covers: [Cover] = []
  var oddBooks: [Book] { books.filter { !$0.id.isMultiple(of: 2) } }
  @ObservationIgnored let relay = BehaviorRelay<[Book]>(value: [])
  @ObservationIgnored let texture = BehaviorRelay<[String]?>(value: nil)
  @ObservationIgnored let leafRelay = BehaviorRelay<[KnownLeaf]>(value: [])

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...1: books.change(&next, &random)
    case 2:
      var books = maybeBooks ?? []
      books.change(&next, &random)
      maybeBooks = random.once(in: 20) ? nil : books
    case 3: texts.change(&next, &random)
    case 4: leaves.change(&next, &random)
    case 5: knownLeaves.change(&next, &random)
    case 6: covers.change(&next, &random)
    case 7...8:
      var books = relay.value
      books.change(&next, &random)
      relay.accept(books)
    case 9:
      var texts = texture.value ?? []
      texts.change(&next, &random)
      texture.accept(random.once(in: 20) ? nil : texts)
    case 10:
      var leaves = leafRelay.value
      leaves.change(&next, &random)
      leafRelay.accept(leaves)
    default:
      leafRelay.value.randomElement(using: &random)?.text = .some(&random)
      covers.randomElement(using: &random)?.leaf.text = .some(&random)
      knownLeaves.randomElement(using: &random)?.text = .some(&random)
    }
  }

  static let subject = WindowSubject(
    "shelf", ShelfViewModel.init,
    [
      .identified("books") { $0.books }, .maybe("maybeBooks") { $0.maybeBooks },
      .list("texts") { $0.texts }, .list("leaves") { $0.leaves },
      .identified("knownLeaves") { $0.knownLeaves }, .identified("covers") { $0.covers },
      .identified("oddBooks") { $0.oddBooks },
      .stream("relay", { $0.relay.asObservable() }) { $0.relay.value },
      .stream("driver", { $0.relay.asDriver().asObservable() }) { $0.relay.value },
      .maybeStream("texture", { $0.texture.asObservable() }) { $0.texture.value },
      .stream("leafRelay", { $0.leafRelay.asObservable() }) { $0.leafRelay.value },
    ])
}

/// Lists as `@Published` properties.
final class PublishedShelfViewModel: ObservableObject, Steppable {
  @Published var books: [Book] = []
  @Published var texts: [String] = []
  private var next = 0

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    if choice < 8 { books.change(&next, &random) } else { texts.change(&next, &random) }
  }

  static let subject = WindowSubject(
    "published", PublishedShelfViewModel.init,
    [
      .identified("books") { $0.books }, .list("texts") { $0.texts },
      .stream("publisher", { $0.$books.asObservable() }) { $0.books },
    ])
}
