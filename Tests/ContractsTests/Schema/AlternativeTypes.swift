// Types that try one thing after another, and are as big as the first.

/// One of two things, and no bigger than the first.
enum NumbersOrAll: Codable {
  case numbers([Int])
  case all(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let numbers = try? container.decode([Int].self) {
      self = .numbers(numbers)
    } else {
      self = .all(try container.decode(Bool.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .numbers(let numbers): try container.encode(numbers)
    case .all(let all): try container.encode(all)
    }
  }
}

/// A number, which a text may stand for.
struct Length: Codable {
  var value: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self.value = value
    } else {
      value = try container.decode(String.self).count
    }
  }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
