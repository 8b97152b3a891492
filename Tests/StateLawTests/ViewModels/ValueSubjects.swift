import Foundation
import JSONFoundation
import Observation
import TestSupport

/// Outputs that are values, of which `==` does not compare all.

@Observable final class ContactsViewModel: Steppable {
  // Two lists without notifications, set in one turn, may come to lie where the first one lay.
  static let changesInATurn = 1
  var contacts = [Contact(id: 1, name: "a"), Contact(id: 2, name: "b")]
  var selected: Contact?
  var hasName: Bool { selected?.name.isEmpty == false }
  var byId: [Int: Contact] { Dictionary(contacts.map { ($0.id, $0) }) { first, _ in first } }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    let name = String.some(&random)
    switch choice {
    case 0, 1: if !contacts.isEmpty { contacts[0].name = name }
    // The setter finds the new list equal to the old one.
    case 2, 3: contacts = contacts.map { Contact(id: $0.id, name: name) }
    case 4: selected = contacts.randomElement(using: &random)
    case 5: selected?.name = name
    case 6: if let id = selected?.id { selected = Contact(id: id, name: name) }
    case 7: selected = nil
    case 8: contacts.append(Contact(id: Int(random.next() % 1000), name: name))
    case 9: contacts.shuffle(using: &random)
    default: if contacts.count > 1 { contacts.removeLast() }
    }
  }

  static let subject = Subject(
    "contacts", ContactsViewModel.init,
    [
      Observed("contacts", \.contacts), Observed("selected", \.selected),
      Observed("hasName", \.hasName), Observed("byId", \.byId),
    ])
}

/// Texts that are equal by `==` and have other code units.
@Observable final class TextsViewModel: Steppable {
  var text = ""
  var optional: String?
  var byKey: [String: String] = [:]
  var lines: [Line] = []
  var phase = Phase.idle
  var names: Set<String> = []
  var length: Int { text.unicodeScalars.count }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    let new = String.some(&random)
    switch choice {
    case 0, 1: text = new
    case 2: optional = new
    case 3: byKey = [new: .some(&random)]
    case 4: byKey["a"] = new
    case 5: lines = [Line(id: 1, text: new), Line(id: 2, text: .some(&random), tags: [new])]
    case 6: if !lines.isEmpty { lines[0].note = new }
    case 7: phase = .failed(new)
    case 8: phase = .loaded(lines)
    case 9: names = [new, "b"]
    case 10: optional = nil
    default: lines.append(Line(id: Int(random.next() % 100), text: new))
    }
  }

  static let subject = Subject(
    "texts", TextsViewModel.init,
    [
      Observed("text", \.text), Observed("optional", \.optional), Observed("byKey", \.byKey),
      Observed("lines", \.lines), Observed("phase", \.phase), Observed("names", \.names),
      Observed("length", \.length),
    ])
}

/// Values whose encoding asks more than the values.
@Observable final class PricesViewModel: Steppable {
  var price = Price(id: 0, amount: 1)
  var prices = [Price(id: 1, amount: 1), Price(id: 2, amount: 2)]
  var optional: Price?

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: Currency.shared.symbol = ["€", "$", "¥"].randomElement(using: &random) ?? ""
    case 4, 5: price.amount += 1
    case 6, 7: prices[0].amount += 1
    case 8: prices.append(Price(id: prices.count + 1, amount: 1))
    case 9: optional = price
    case 10: optional = nil
    default: prices = prices.map { Price(id: $0.id, amount: $0.amount + 1) }
    }
  }

  static let subject = Subject(
    "prices", PricesViewModel.init,
    [Observed("price", \.price), Observed("prices", \.prices), Observed("optional", \.optional)])
}

/// The types of the standard library and of Foundation, computed again each time.
@Observable final class KindsViewModel: Steppable {
  var number = 0
  var double = 0.0
  var set: Set<Int> = []
  var nested: [[String: [Int?]]] = []
  var date = Date(timeIntervalSince1970: 0)
  var url = URL(fileURLWithPath: "/")
  var rows: [Line] {
    (0..<number % 30).map { Line(id: $0, text: "a row with a long text: \($0 / 2) \(set.count)") }
  }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0, 1: number += 1
    case 2: double = [0, -0.0, 0.5, 1e300].randomElement(using: &random) ?? 0
    case 3: set.insert(Int(random.next() % 100))
    case 4: set.removeAll()
    case 5: nested.append(["a": [1, nil], "b": []])
    case 6: if !nested.isEmpty { nested[0]["a"]?.append(number) }
    case 7: date += 1
    case 8: url.append(path: "a")
    case 9: url = URL(fileURLWithPath: "/")
    default: nested.removeAll()
    }
  }

  static let subject = Subject(
    "kinds", KindsViewModel.init,
    [
      Observed("number", \.number), Observed("double", \.double), Observed("set", \.set),
      Observed("nested", \.nested), Observed("date", \.date), Observed("url", \.url),
      Observed("rows", \.rows),
    ])
}
