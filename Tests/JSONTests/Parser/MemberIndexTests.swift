import JSON
import TestSupport
import Testing

/// An index is the same as a tree, and refuses what a tree refuses, with the same words at the same
/// place.
struct MemberIndexTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func itIsTheSameAsATree(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    var valid = 0
    var invalid = 0
    for _ in 0..<1_000 {
      var text = Self.text(&generator)
      for _ in 0..<Int.random(in: 0...2, using: &generator.random) {
        Self.damage(&text, &generator.random)
      }
      let depthLimit =
        generator.random.once(in: 3) ? Int.random(in: 0...4, using: &generator.random) : 512
      let line = String(decoding: text, as: UTF8.self)
      let tree = Result { () throws(JSONParseError) in
        try JSONValue(parsing: text, depthLimit: depthLimit)
      }
      Self.read(text, depthLimit: depthLimit) { index in
        #expect(index.map(\.json) == tree, "seed \(seed), depth \(depthLimit): \(line)")
        guard case .success(let value) = index, case .success(let json) = tree else {
          invalid += 1
          return
        }
        valid += 1
        Self.expectSameMembers(value, json, "seed \(seed): \(line)")
        #expect(value.elements?.count == json.arrayValue?.count)
        for (element, other) in zip(value.elements ?? [], json.arrayValue ?? []) {
          Self.expectSameMembers(element, other, "seed \(seed): \(line)")
        }
      }
    }
    #expect(min(valid, invalid) > 100, "so that something was compared")
  }

  /// What is lent of the last member is what the tree has, and nothing is lent of any other text:
  /// the oracle is the tree of the whole.
  @Test func theLastMemberIsThatOfTheTree() {
    let head: StaticString = #"{"a":1,"p":"#
    let text = Array(#"{"a":1,"p":{"id":"c","n":[1,{"x":"\u00e9"}],"s":1.5}} "#.utf8)
    var (lent, refused) = (0, 0)
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        let tree = try? JSONValue(parsing: changed)
        var value: JSONValue?
        let isLent = changed.withUnsafeBytes { bytes in
          MemberIndex.readMember(bytes, after: head) { value = $0.json }
        }
        #expect(isLent == (value != nil))
        if isLent {
          lent += 1
          #expect(value != nil && value == tree?["p"])
          #expect(tree?.objectValue?.map(\.key) == ["a", "p"])
        } else {
          refused += 1
        }
      }
    }
    // At least the text as it is, once for each of its bytes; and whatever changes its head.
    #expect(lent >= text.count)
    #expect(refused >= 255 * head.utf8CodeUnitCount)
  }

  /// Every text that is cut off, and every one with a byte that is another, is read as a tree is.
  @Test(arguments: [
    #"{"params":{"id":"c","n":-1e2,"a":[1,{"b":null}]},"id":7,"x":"\u00e9"}"#,
    #" [ {"params" : {"params":{ } } } , [ ] , true , {"é":"é"} ] "#,
    #"{"p\u0061rams":{"id":1,"id":{}},"params":{"\ud83d\ude00":[]}}"#,
  ])
  func itHasTheFaultsOfATree(text: String) {
    let bytes = Array(text.utf8)
    func compare(_ text: [UInt8]) {
      let tree = Result { () throws(JSONParseError) in try JSONValue(parsing: text, depthLimit: 3) }
      Self.read(text, depthLimit: 3) { index in
        #expect(index.map(\.json) == tree, "\(String(decoding: text, as: UTF8.self))")
      }
    }
    for place in bytes.indices {
      compare(Array(bytes[..<place]))
      for byte in UInt8.min...UInt8.max {
        var changed = bytes
        changed[place] = byte
        compare(changed)
      }
    }
  }

  @Test
  func ofDuplicateKeysTheLastWins() {
    let text = #"{"a":1,"params":{"a":2,"\u0061":3},"params":{"b":"x","b":"y"},"a":4}"#
    Self.read(Array(text.utf8)) { index in
      guard case .success(let value) = index else {
        Issue.record("it is JSON")
        return
      }
      #expect(value["a"]?.json == 4)
      #expect(value["params"]?["b"]?.text?.string == "y")
      #expect(value["params"]?["a"] == nil)
      #expect(value["a"]?["a"] == nil)
    }
  }

  /// Strings are read where they stand, and objects under the key are indexed.
  @Test
  func whatIsIndexed() {
    let text = Array(#"[{"params":{"a":{"b":1},"c":"d"},"e":{"f":"g"}}]"#.utf8)
    text.withUnsafeBytes { bytes in
      MemberIndex.read(bytes, goingInto: "params") { index, _ in
        guard case .success(let value) = index, let element = value.elements?.first else {
          Issue.record("it is JSON")
          return
        }
        #expect(element.isObject && element["params"]?.isObject == true)
        #expect(element["params"]?["a"]?.isObject == false)
        #expect(element["e"]?.isObject == false)
        let string = element["params"]?["c"]?.text
        #expect(string?.bytes.baseAddress.map { bytes.contains(address: $0) } == true)
      }
    }
  }

  private static func expectSameMembers(
    _ value: IndexedValue, _ json: JSONValue, _ comment: Comment
  ) {
    #expect(value.isObject == (json.objectValue != nil), comment)
    for name in Self.names {
      let member = value[name]
      #expect(member?.json == json[name.description], comment)
      #expect(member?.text?.string == json[name.description]?.stringValue, comment)
      guard member?.isObject == true else { continue }
      for inner in Self.names {
        #expect(member?[inner]?.json == json[name.description]?[inner.description], comment)
      }
    }
  }

  private static let names: [StaticString] = ["params", "id", "name", "a", "", "é", "key"]

  /// Objects with the key, arrays of them, and any other document.
  private static func text(_ generator: inout DocumentGenerator) -> [UInt8] {
    func object(_ generator: inout DocumentGenerator, _ depth: Int) -> String {
      var members: [String] = []
      for _ in 0..<Int.random(in: 0...4, using: &generator.random) {
        let isInner = generator.random.once(in: 2)
        let name = isInner ? "\"params\"" : "\(JSONValue.string(generator.text()))"
        let value =
          isInner && depth > 0
          ? object(&generator, depth - 1) : "\(generator.value(depth: 2, width: 3))"
        members.append("\(name) : \(value)")
      }
      return "{\(members.joined(separator: " ,"))}"
    }
    switch Int.random(in: 0..<4, using: &generator.random) {
    case 0: return generator.document().serialized()
    case 1:
      let elements = (0..<3).map { _ in object(&generator, 1) }
      return Array(" [\(elements.joined(separator: ", "))] ".utf8)
    default: return Array(object(&generator, 2).utf8)
    }
  }

  private static func damage(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    guard let place = text.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text.remove(at: place)
    case 1: text[place] = UInt8.random(in: 0...255, using: &random)
    case 2: text.removeSubrange(place...)
    default:
      text.insert(contentsOf: Array(#"{}[],:"\ 0é"#.utf8).shuffled(using: &random)[..<1], at: place)
    }
  }

  private static func read(
    _ text: [UInt8], depthLimit: Int = JSONValue.defaultDepthLimit,
    _ body: (Result<IndexedValue, JSONParseError>) -> Void
  ) {
    text.withUnsafeBytes {
      MemberIndex.read($0, goingInto: "params", depthLimit: depthLimit) { index, _ in body(index) }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func contains(address: UnsafeRawPointer) -> Bool {
    guard let baseAddress else { return false }
    return baseAddress <= address && address < baseAddress + count
  }
}
