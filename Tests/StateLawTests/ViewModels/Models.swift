import Observation

/// The objects and values that the ViewModels' states are made of.

@Observable nonisolated final class Node: Encodable, Identifiable {
  let id: Int
  var name: String
  var children: [Node] = []

  init(_ id: Int, _ name: String) {
    self.id = id
    self.name = name
  }

  private enum Key: CodingKey { case id, name, children }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(children, forKey: .children)
  }
}

/// An object that is also compared by its id.
@Observable nonisolated final class Row: Encodable, Identifiable, Equatable {
  let id: Int
  var quantity: Int

  init(_ id: Int, quantity: Int = 1) {
    self.id = id
    self.quantity = quantity
  }

  static func == (left: Row, right: Row) -> Bool { left.id == right.id }

  private enum Key: CodingKey { case id, quantity }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(quantity, forKey: .quantity)
  }
}

/// What a diffable data source shows: the same if its id is.
nonisolated struct Contact: Codable, Identifiable, Equatable {
  let id: Int
  var name: String
  static func == (left: Contact, right: Contact) -> Bool { left.id == right.id }
}

/// The encoding that the compiler writes reads what the macro stores.
@Observable nonisolated final class Preferences: Encodable {
  var theme = "dark"
  var size = 12
}

/// The same, with other names on the outside.
@Observable nonisolated final class NamedPreferences: Encodable {
  var theme = "dark"
  private enum CodingKeys: String, CodingKey { case _theme = "theme" }
}

/// It cannot be tracked.
nonisolated final class PlainBox: Encodable {
  var value = 0
}

@Observable nonisolated class Shape: Encodable {
  var area = 1.0
  private enum Key: CodingKey { case area }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(area, forKey: .area)
  }
}

@Observable nonisolated final class Circle: Shape {
  var radius = 1.0
  private enum Key: CodingKey { case radius }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(radius, forKey: .radius)
  }
}

/// An object of any type.
@Observable nonisolated final class Cell<Content: Encodable>: Encodable {
  var content: Content
  init(_ content: Content) { self.content = content }
  private enum Key: CodingKey { case content }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(content, forKey: .content)
  }
}

/// A value whose encoding asks a setting.
@Observable nonisolated final class Currency: Sendable {
  static let shared = Currency()
  private init() {}
  var symbol: String {
    get {
      access(keyPath: \.symbol)
      return stored
    }
    set { withMutation(keyPath: \.symbol) { stored = newValue } }
  }
  @ObservationIgnored nonisolated(unsafe) private var stored = "€"
}

nonisolated struct Price: Encodable, Identifiable {
  let id: Int
  var amount: Int
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(amount) \(Currency.shared.symbol)")
  }
}

nonisolated struct Section: Encodable, Identifiable {
  let id: Int
  var title: String
  var rows: [Row]
}

nonisolated struct Line: Codable, Identifiable, Equatable {
  let id: Int
  var text: String
  var tags: [String] = []
  var note: String?
}

nonisolated enum Phase: Encodable, Equatable {
  case idle
  case failed(String)
  case loaded([Line])
}

nonisolated enum Selection: Encodable {
  case none
  case node(Node)
  case rows([Row], title: String)
}
