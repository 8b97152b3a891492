import JSON
import TestSupport

@testable import Contracts

/// A type of which it is known what a change does to frontends.
indirect enum PairType: Equatable {
  case bool, number, text, decimal, any
  case integer(ClosedRange<Int64>?)
  case format(String)
  case constants([String])
  case optional(PairType)
  case array(PairType)
  case tuple([PairType])
  case dictionary(PairType)
  case object([PairMember])
  case cases([PairMember])

  var schema: JSONValue {
    switch self {
    case .bool: ["type": "boolean"]
    case .number: ["type": "number"]
    case .text: ["type": "string"]
    case .decimal: ["type": ["number", "string"], "pattern": "^-?[0-9]+$"]
    case .any: [:]
    case .integer(nil): ["type": "integer"]
    case .integer(let range?):
      [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .format(let name): ["type": "string", "format": .string(name)]
    case .constants(let texts): ["enum": .array(texts.map { .string($0) })]
    case .optional(let type): Schema.nullable(type.schema)
    case .array(let type): ["type": "array", "items": type.schema]
    case .tuple(let types):
      [
        "type": "array", "prefixItems": .array(types.map(\.schema)),
        "minItems": .integer(Int64(types.count)), "maxItems": .integer(Int64(types.count)),
      ]
    case .dictionary(let type): ["type": "object", "additionalProperties": type.schema]
    case .object(let members): Self.object(members)
    case .cases(let members):
      ["oneOf": .array(members.map { Self.object([PairMember($0.name, $0.type)]) })]
    }
  }

  private static func object(_ members: [PairMember]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(members.reduce(into: [:]) { $0[$1.name] = $1.type.schema }),
      "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
    ]
  }
}

struct PairMember: Equatable {
  let name: String
  var type: PairType
  var isRequired = true

  init(_ name: String, _ type: PairType, isRequired: Bool = true) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
  }
}

/// What a change breaks.
struct PairBreaks: OptionSet {
  let rawValue: Int
  /// Frontends that send the values.
  static let senders = PairBreaks(rawValue: 1)
  /// Those that receive them.
  static let receivers = PairBreaks(rawValue: 2)
  static let everybody: PairBreaks = [.senders, .receivers]
}

/// Makes types, and changes that are known to widen, to narrow, or to do neither.
struct PairGenerator {
  private var random: SeededGenerator
  private var names = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func type(_ depth: Int = 0) -> PairType {
    switch Int.random(in: 0..<(depth > 2 ? 7 : 14), using: &random) {
    case 0: .bool
    case 1: .number
    case 2: .text
    case 3: .integer(random.once(in: 2) ? nil : 0...255)
    case 4: .format(random.once(in: 2) ? "uuid" : "date-time")
    case 5: .constants(["a", "b", "c"])
    case 6: .decimal
    case 7: optional(type(depth + 1))
    case 8: .array(type(depth + 1))
    case 9: .tuple((0..<Int.random(in: 1...3, using: &random)).map { _ in type(depth + 1) })
    case 10: .dictionary(type(depth + 1))
    case 11: .cases(members(1...4, depth))
    default: .object(members(0...4, depth))
    }
  }

  private func optional(_ type: PairType) -> PairType {
    if case .optional = type { type } else { .optional(type) }
  }

  private mutating func members(_ counts: ClosedRange<Int>, _ depth: Int) -> [PairMember] {
    (0..<Int.random(in: counts, using: &random)).map { _ in
      PairMember(name(), type(depth + 1), isRequired: !random.once(in: 3))
    }
  }

  private mutating func name() -> String {
    names += 1
    return "m\(names)"
  }

  /// A changed type, and whom the change breaks.
  mutating func change(_ type: PairType) -> (PairType, PairBreaks) {
    // A part of it, most often.
    if !random.once(in: 3), let inner = changeInside(type) { return inner }
    let ways = ways(type)
    return ways[Int.random(in: ways.indices, using: &random)]
  }

  private mutating func changeInside(_ type: PairType) -> (PairType, PairBreaks)? {
    switch type {
    case .optional(let inner):
      let (changed, breaks) = change(inner)
      // One that became optional itself was so before.
      if case .optional = changed { return nil }
      return changed == .any ? nil : (.optional(changed), breaks)
    case .array(let inner):
      let (changed, breaks) = change(inner)
      return (.array(changed), breaks)
    case .dictionary(let inner):
      let (changed, breaks) = change(inner)
      return (.dictionary(changed), breaks)
    case .tuple(var types):
      let index = Int.random(in: types.indices, using: &random)
      let (changed, breaks) = change(types[index])
      types[index] = changed
      return (.tuple(types), breaks)
    case .object(var members) where !members.isEmpty:
      let index = Int.random(in: members.indices, using: &random)
      let (changed, breaks) = change(members[index].type)
      members[index].type = changed
      return (.object(members), breaks)
    case .cases(var members):
      let index = Int.random(in: members.indices, using: &random)
      let (changed, breaks) = change(members[index].type)
      members[index].type = changed
      return (.cases(members), breaks)
    default: return nil
    }
  }

  /// The changes of a type itself. What may be more breaks who receives, and what may be less who
  /// sends.
  private mutating func ways(_ type: PairType) -> [(PairType, PairBreaks)] {
    let new = PairMember(name(), self.type(2))
    var ways: [(PairType, PairBreaks)] = [(type, []), (.any, .receivers)]
    if case .optional = type {} else { ways.append((.optional(type), .receivers)) }
    switch type {
    case .bool: ways += [(.text, .everybody), (.object([]), .everybody)]
    case .number: ways += [(.integer(nil), .senders), (.decimal, .receivers)]
    case .decimal: ways += [(.number, .senders), (.bool, .everybody)]
    case .text: ways += [(.format("uuid"), .senders), (.constants(["a"]), .senders)]
    case .format: ways += [(.text, .receivers), (.format("uri"), .everybody)]
    case .integer(nil): ways += [(.number, .receivers), (.integer(0...9), .senders)]
    case .integer(let range?):
      ways += [
        (.integer(nil), .receivers), (.number, .receivers),
        (.integer(range.lowerBound...(range.upperBound + 1)), .receivers),
        (.integer((range.lowerBound + 1)...range.upperBound), .senders),
        (.integer((range.lowerBound + 1)...(range.upperBound + 1)), .everybody),
      ]
    case .constants(let texts):
      ways += [
        (.constants(texts + [new.name]), .receivers), (.constants(texts.reversed()), []),
        (.constants(texts.dropLast() + [new.name]), .everybody), (.text, .receivers),
      ]
      if texts.count > 1 { ways.append((.constants(texts.dropLast()), .senders)) }
    case .optional(let inner): ways.append((inner, .senders))
    case .array(let inner): ways += [(.tuple([inner, inner]), .senders), (.bool, .everybody)]
    case .tuple(let types):
      ways.append((.tuple(types + [new.type]), .everybody))
      if types.count > 1 { ways.append((.tuple(types.dropLast()), .everybody)) }
      if types.allSatisfy({ $0 == types[0] }) { ways.append((.array(types[0]), .receivers)) }
    case .dictionary: ways.append((.bool, .everybody))
    case .object(let members):
      ways += [
        (.object(members + [new]), .senders), (.object(members.reversed()), []),
        (.object(members + [PairMember(new.name, new.type, isRequired: false)]), []),
      ]
      guard let last = members.last else { break }
      let rest = Array(members.dropLast())
      let other = PairMember(last.name, last.type, isRequired: !last.isRequired)
      ways += [
        // A sender of a member that has no reader misses something, too.
        (.object(rest), .everybody),
        (.object(rest + [other]), last.isRequired ? .receivers : .senders),
      ]
    case .cases(let members):
      ways += [(.cases(members + [new]), .receivers), (.cases(members.reversed()), [])]
      if members.count > 1 { ways.append((.cases(members.dropLast()), .senders)) }
    case .any: break
    }
    return ways
  }
}
