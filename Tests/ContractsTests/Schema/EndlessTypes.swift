import Foundation
import JSONFoundation

// Types that contain themselves, or that read without end.

final class Node: Codable {
  var name = ""
  var next: Node?
}

struct Tree: Codable {
  var name: String
  var children: [Tree]
}

final class Author: Codable {
  var name = ""
  var books: [String: Book] = [:]
}

final class Book: Codable {
  var title = ""
  var author: Author?
  var sequel: Book?
}

/// Each reads another type, without end.
struct Growing<Value: Codable>: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Side.self)
    _ = try container.decode(Growing<[Value]>.self, forKey: .left)
  }
}

/// Each reads two other types, without end.
struct GrowingTwice<Value: Codable>: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Side.self)
    _ = try container.decode([GrowingTwice<[Value]>].self, forKey: .left)
    _ = try container.decode([GrowingTwice<Value?>].self, forKey: .right)
  }
}

enum Side: CodingKey { case left, right }

/// Each value is twice as big as what it is made of.
struct Twice<Value: Codable>: Codable {
  var first: Value
  var second: Value
}

/// Each schema has that of what it is made of twice.
struct Lists<Value: Codable>: Codable {
  var first: [Value]
  var second: [Value]
}

/// Its JSON is an array of itself.
struct Nest: Codable {
  var nests: [Nest]

  init(from decoder: any Decoder) throws { nests = try [Nest](from: decoder) }

  func encode(to encoder: any Encoder) throws { try nests.encode(to: encoder) }
}

/// Begins again while the decoder says that there is something.
final class Again: Codable {
  var again: Again?

  init(from decoder: any Decoder) throws {
    if try decoder.container(keyedBy: CodingKeys.self).contains(.again) {
      again = try Again(from: decoder)
    }
  }

  enum CodingKeys: CodingKey { case again }
}

/// Goes down while there is an object.
final class Down: Codable {
  var down: Down?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    down = try? Down(from: container.superDecoder(forKey: .down))
  }

  enum CodingKeys: CodingKey { case down }
}

/// Goes down in containers while there are any.
struct Shaft: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.container(keyedBy: CodingKeys.self)
    while let next = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .next) {
      container = next
    }
  }

  func encode(to encoder: any Encoder) throws {}

  enum CodingKeys: CodingKey { case next }
}

/// Reads elements, or skips them, while there are any.
struct Unlimited: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while (try? container.decode(Int.self)) != nil {}
    while !container.isAtEnd { _ = try? container.decode(Never.self) }
  }

  func encode(to encoder: any Encoder) throws {}
}

struct Asking: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    while (try? container.decode(Int.self, forKey: .number)) != nil {}
  }

  func encode(to encoder: any Encoder) throws {}

  enum CodingKeys: CodingKey { case number }
}

/// An enum that asks for keys of two types, of which there are not as many.
enum Undecided: Decodable {
  case first(Int)
  case second

  init(from decoder: any Decoder) throws {
    let few = try decoder.container(keyedBy: Few.self)
    let many = try decoder.container(keyedBy: Side.self)
    if !few.allKeys.isEmpty && !many.allKeys.isEmpty {
      self = .first(try many.decode(Int.self, forKey: many.allKeys[0]))
    } else {
      self = .second
    }
  }

  enum Few: CodingKey { case only }
}

struct Site: Codable { var url: URL }

struct Bookmark: Codable {
  var name: String
  var url: URL?
}
