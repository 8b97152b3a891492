/// Types that use every part of Codable.
enum CodableSamples {
  struct Scalars: Codable, Equatable {
    var bool = true
    var int = -1
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.max
    var uint = UInt(7)
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64(Int64.max)
    var double = 0.1
    var float = Float(0.1)
    var string = "é😀\n"
    var none: String?
    var some: Int? = 3
  }

  enum Shape: Codable, Equatable {
    case empty
    case circle(radius: Double)
    case path([Int], closed: Bool)
    case nested(indirect: [Shape])
  }

  enum Color: String, Codable, CodingKeyRepresentable { case red, green }

  struct Collections: Codable, Equatable {
    var lists = [[1, 2], [], [3]]
    var optionals: [Int?] = [1, nil, 3]
    var byName = ["b": 1, "a": 2, "c": 3]
    var byNumber = [10: "x", 9: "y"]
    var byColor: [Color: Bool] = [.red: true]
    var byBool = [true: 1]
    var set: Set<Int> = [3]
    var color: Color? = .green
    var shapes: [Shape] = [
      .empty, .circle(radius: 1.5), .path([1], closed: true), .nested(indirect: [.empty]),
    ]
    var nested: [String: [String: [Scalars]]] = ["a": ["b": [Scalars()]]]
  }

  class Animal: Codable {
    var name = "Rex"
    init() {}
  }

  /// Keeps what its superclass encodes under `super`.
  final class Dog: Animal {
    var age = 3
    enum Keys: String, CodingKey { case age }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      age = try container.decode(Int.self, forKey: .age)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(age, forKey: .age)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Uses nested containers, in turns, and encoders that are kept for later.
  struct Manual: Codable, Equatable {
    var x = 1
    var y = [2, 3]
    enum Keys: String, CodingKey { case point, list, later, null }
    enum PointKeys: String, CodingKey { case x, first }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let point = try container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
      x = try point.decode(Int.self, forKey: .x)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      y = [try list.decode(Int.self)]
      var inner = try list.nestedUnkeyedContainer()
      while !inner.isAtEnd { y.append(try inner.decode(Int.self)) }
      let object = try list.nestedContainer(keyedBy: PointKeys.self)
      guard try object.decode(Int.self, forKey: .x) == x, try list.decodeNil(), list.isAtEnd,
        try container.decodeNil(forKey: .null), container.contains(.later),
        try Int(from: container.superDecoder(forKey: .later)) == x
      else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var point = container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      let later = container.superEncoder(forKey: .later)
      try list.encode(y[0])
      try point.encode(x, forKey: .x)
      var inner = list.nestedUnkeyedContainer()
      var object = list.nestedContainer(keyedBy: PointKeys.self)
      try inner.encode(contentsOf: y.dropFirst())
      try object.encode(x, forKey: .x)
      try list.encodeNil()
      try point.encode(y[0], forKey: .first)
      try container.encodeNil(forKey: .null)
      try x.encode(to: later)
    }
  }
}
