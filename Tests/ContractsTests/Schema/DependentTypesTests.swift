import JSON
import Testing

@testable import Contracts

/// Types whose members depend on the value of one.
struct DependentTypesTests {
  enum Creature: Codable, Equatable {
    case dog(name: String)
    case cat(lives: Int)
    case unicorn

    enum Kind: String, Codable { case dog, cat, unicorn }
    enum CodingKeys: CodingKey { case type, name, lives }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Kind.self, forKey: .type) {
      case .dog: self = .dog(name: try container.decode(String.self, forKey: .name))
      case .cat: self = .cat(lives: try container.decode(Int.self, forKey: .lives))
      case .unicorn: self = .unicorn
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .dog(let name):
        try container.encode(Kind.dog, forKey: .type)
        try container.encode(name, forKey: .name)
      case .cat(let lives):
        try container.encode(Kind.cat, forKey: .type)
        try container.encode(lives, forKey: .lives)
      case .unicorn: try container.encode(Kind.unicorn, forKey: .type)
      }
    }
  }

  struct Versioned: Decodable {
    var texts: [String]

    enum CodingKeys: CodingKey { case version, texts, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(Int.self, forKey: .version)
      if container.contains(.texts) {
        texts = try container.decode([String].self, forKey: .texts)
      } else {
        texts = [try container.decode(String.self, forKey: .text)]
      }
    }
  }

  struct Renamed: Decodable {
    var name: String

    enum CodingKeys: CodingKey { case name, title }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let name = try container.decodeIfPresent(String.self, forKey: .name) {
        self.name = name
      } else {
        name = try container.decode(String.self, forKey: .title)
      }
    }
  }

  /// Whether each JSON text is valid for the schema of a type, and a value of it.
  private func check<T: Decodable>(_ type: T.Type, good: [String], bad: [String]) throws {
    let schema = Schema.of(type)
    for text in good {
      let json = try JSONValue(parsing: text)
      #expect(try SchemaValidator.isValid(json, schema), "\(text) \(schema)")
      #expect(throws: Never.self) { try json.decode(type) }
    }
    for text in bad {
      let json = try JSONValue(parsing: text)
      #expect(try !SchemaValidator.isValid(json, schema), "\(text) \(schema)")
      #expect(throws: (any Error).self) { try json.decode(type) }
    }
  }

  @Test func theCaseOfAMemberDecidesWhichOthersThereAre() throws {
    try check(
      Creature.self,
      good: [#"{"type":"dog","name":"a"}"#, #"{"type":"cat","lives":3}"#, #"{"type":"unicorn"}"#],
      bad: [#"{"type":"cat","name":"a"}"#, #"{"type":"dog"}"#, #"{"type":"bird"}"#, "{}"])
  }

  @Test func whatIsReadWhereAMemberIsMissingIsDescribed() throws {
    try check(
      Versioned.self,
      good: [#"{"version":1,"texts":["a"]}"#, #"{"version":1,"text":"a"}"#],
      bad: [#"{"version":1}"#, #"{"version":1,"texts":["a",1]}"#, #"{"text":"a"}"#])
    try check(
      Renamed.self, good: [#"{"name":"a"}"#, #"{"title":"a"}"#, #"{"name":"a","title":"b"}"#],
      bad: ["{}", #"{"title":1}"#])
  }

  @Test func aMemberThatDecidesNothingIsOneLikeOthers() {
    #expect(Schema.of(Levels.self)["oneOf"] == nil)
    #expect(Schema.of(Settings.self)["anyOf"] == nil)
  }
}
