import Foundation
import JSONFoundation

// Types as authors have them, each with something that its schema must say.

struct NoMembers: Codable {}

struct Person: Codable {
  var name: String
  var age: Int?
  var tags: [String]

  enum CodingKeys: String, CodingKey {
    case name = "full_name"
    case age, tags
  }
}

/// Members that may be missing, as `init(from:)` is written for that.
struct Settings: Codable {
  var size = 12
  var theme = Theme.light
  var font: String?
  var margin: Double?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 12
    theme = try container.decodeIfPresent(Theme.self, forKey: .theme) ?? .light
    font = try container.decode(String?.self, forKey: .font)
    if container.contains(.margin) {
      margin = try container.decode(Double.self, forKey: .margin)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
    try container.encode(theme, forKey: .theme)
    try container.encode(font, forKey: .font)
    try container.encodeIfPresent(margin, forKey: .margin)
  }

  enum CodingKeys: CodingKey { case size, theme, font, margin }
}

enum Theme: String, Codable, CaseIterable { case light, dark = "DARK" }

/// Not `CaseIterable`.
enum Level: String, Codable { case low, middle, high = "HIGH" }

enum Priority: Int, Codable { case low = 5, high = 10 }

enum Only: String, Codable { case one }

/// Neither raw values nor payloads.
enum Direction: Codable { case up, down }

enum Delivery: Codable {
  case pickup
  case post(street: String, floor: Int?)
  case on(Int, Level)
}

indirect enum Expression: Codable {
  case sum(Expression, Expression)
  case number(Int)
}

/// A member that has no sample value.
struct WorkItem: Codable {
  var before: Int
  var code: Code
  var after: String
}

/// Takes only what it likes.
struct Code: Codable {
  var text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard text.hasPrefix("C-") else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no code"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

struct Levels: Codable {
  var before: Int
  var level: Level
  var optional: Level?
  var after: String
}

struct Identifier: Codable, Hashable {
  var value: Int

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

struct Tag: RawRepresentable, Codable, Hashable { var rawValue: String }

struct Permissions: OptionSet, Codable { var rawValue: UInt8 }

/// One JSON type or another.
enum NumberOrText: Codable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// A text, or an object with more.
struct Link: Codable {
  var address: String
  var title: String?

  init(from decoder: any Decoder) throws {
    if let address = try? decoder.singleValueContainer().decode(String.self) {
      self.address = address
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      address = try container.decode(String.self, forKey: .address)
      title = try container.decode(String.self, forKey: .title)
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard let title else { return try address.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(address, forKey: .address)
    try container.encode(title, forKey: .title)
  }

  enum CodingKeys: CodingKey { case address, title }
}

/// Any JSON, as many write it.
struct AnyValue: Codable {
  var value: Any?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = nil
    } else if let bool = try? container.decode(Bool.self) {
      value = bool
    } else if let integer = try? container.decode(Int.self) {
      value = integer
    } else if let double = try? container.decode(Double.self) {
      value = double
    } else if let text = try? container.decode(String.self) {
      value = text
    } else if let list = try? container.decode([AnyValue].self) {
      value = list
    } else {
      value = try container.decode([String: AnyValue].self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let value = value as? any Encodable else { return try container.encodeNil() }
    try container.encode(value)
  }
}

nonisolated class Animal: Codable {
  var name = "1"
}

/// Its superclass's members are in a member of their own.
nonisolated final class Dog: Animal {
  var legs = 4

  enum CodingKeys: CodingKey { case legs }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    legs = try container.decode(Int.self, forKey: .legs)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(legs, forKey: .legs)
    try super.encode(to: container.superEncoder())
  }
}

/// Its superclass's members are beside its own.
nonisolated final class Cat: Animal {
  var lives = 9

  enum CodingKeys: CodingKey { case lives }

  required init(from decoder: any Decoder) throws {
    try super.init(from: decoder)
    lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
  }
}

/// Flat here, nested on the wire.
struct Place: Codable {
  var latitude: Double
  var corners: [Int]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let position = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .position)
    latitude = try position.decode(Double.self, forKey: .latitude)
    var list = try container.nestedUnkeyedContainer(forKey: .corners)
    corners = []
    while !list.isAtEnd { corners.append(try list.decode(Int.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var position = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .position)
    try position.encode(latitude, forKey: .latitude)
    var list = container.nestedUnkeyedContainer(forKey: .corners)
    for corner in corners { try list.encode(corner) }
  }

  enum CodingKeys: CodingKey { case position, latitude, corners }
}

/// A tuple as an array.
struct Pair<First: Codable, Second: Codable>: Codable {
  var first: First
  var second: Second

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decode(First.self)
    second = try container.decode(Second.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
  }
}

/// As apps give it; Swift's own is not coded.
nonisolated extension Character: @retroactive Codable {
  /// The character of a text of one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard text.count == 1 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no character")
    }
    self.init(text)
  }

  /// As a text.
  public func encode(to encoder: any Encoder) throws { try String(self).encode(to: encoder) }
}

/// A name, then as many numbers as there are.
struct NamedRow: Codable {
  var name: String
  var numbers: [Int] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    name = try container.decode(String.self)
    while !container.isAtEnd { numbers.append(try container.decode(Int.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(name)
    for number in numbers { try container.encode(number) }
  }
}

/// Members of any name.
struct Counts: Codable {
  var counts: [String: Int] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for key in container.allKeys {
      counts[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, count) in counts {
      try container.encode(count, forKey: Name(stringValue: name))
    }
  }

  struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

struct Box<Value: Codable>: Codable { var value: Value }

/// What Foundation's types are inside of another.
struct Order: Codable {
  var id: UUID
  var link: URL?
  var date: Date
  var price: Decimal
  var data: Data
  var after: String
}

/// What would end the process with an empty text, a zero or an empty list.
struct Demanding: Codable {
  var initial: String
  var list: [Int]
  var number: Int
  var link: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    initial = try container.decode(String.self, forKey: .initial)
    list = try container.decode([Int].self, forKey: .list)
    number = try container.decode(Int.self, forKey: .number)
    link = try container.decode(String.self, forKey: .link)
    precondition(initial.first != nil && list.max() != nil && 100 / number > 0)
    precondition(URL(string: link) != nil && Int(link) != nil)
  }
}
