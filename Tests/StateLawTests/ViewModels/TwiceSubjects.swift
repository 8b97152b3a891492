import Observation
import TestSupport

/// In each turn something is set twice, and the second time to what can come to lie in memory where
/// the value before the turn was: that one has been freed by then. The setters find all values
/// equal and say nothing.
@Observable final class TwiceViewModel: Steppable {
  nonisolated struct Page: Encodable, Equatable {
    var contacts: [Contact]
    var note: String?
  }

  var text = longText(1)
  var note: String? = longText(1)
  var contact = Contact(id: 1, name: longText(1))
  var contacts = [Contact(id: 1, name: "a")]
  var byName = ["a": Contact(id: 1, name: "a")]
  var page = Page(contacts: [Contact(id: 1, name: "a")])
  var rows = [Row(1), Row(2)]
  var row = Row(1)
  var chosen: Row?
  weak var seen: Row?
  /// One of two that are equal and stay alive.
  private(set) var current: Row
  @ObservationIgnored private let pair = [Row(1), Row(1, quantity: 2)]
  private var holder = Holder()
  private var otherHolder: Holder? = Holder()

  @Observable final class Holder {
    var texts = [longText(1)]
  }

  /// A mirror image of rows, so that nothing of it is stored.
  var grid: [[Row]] { [rows, rows.reversed()] }
  var heldTexts: [String] { holder.texts }
  var otherTexts: [String] { otherHolder?.texts ?? [] }

  static var changesInATurn: Int { 1 }

  init() { current = pair[0] }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    if choice == 11 { current = pair.first { $0 !== current } ?? current }
    if choice == 0 { seen = Bool.random(using: &random) ? row : chosen }
    for _ in 0..<2 {
      let number = Int(random.next() % 1000)
      let contact = Contact(id: 1, name: "\(number)")
      switch choice {
      case 0: text = longText(number)
      case 1: note = longText(number)
      case 2: self.contact = Contact(id: 1, name: longText(number))
      case 3: contacts = [contact]
      case 4: byName = ["a": contact]
      case 5: page = Page(contacts: [contact], note: page.note)
      case 6: page.note = longText(number)
      case 7:
        row = Row(1, quantity: number)
        chosen = Row(1, quantity: number)
      case 8: rows = rows.map { Row($0.id, quantity: number) }
      case 9: rows = [Row(1, quantity: number), rows[1]]
      case 10: (number.isMultiple(of: 2) ? holder : otherHolder)?.texts = [longText(number)]
      default: otherHolder = number.isMultiple(of: 5) ? nil : Holder()
      }
    }
  }

  static let subject = Subject(
    "twice", TwiceViewModel.init,
    [
      Observed("text", \.text), Observed("note", \.note), Observed("contact", \.contact),
      Observed("contacts", \.contacts), Observed("byName", \.byName), Observed("page", \.page),
      Observed("rows", \.rows), Observed("row", \.row), Observed("grid", \.grid),
      Observed("heldTexts", \.heldTexts), Observed("otherTexts", \.otherTexts),
      Observed("chosen", \.chosen), Observed("seen", \.seen), Observed("current", \.current),
    ])
}

/// A text that lies in memory of its own, equal to any other, and with other code units.
nonisolated private func longText(_ number: Int) -> String {
  (0..<10).map { number >> $0 & 1 == 0 ? "é" : "e\u{301}" }.joined() + "long enough for that"
}
