import Contracts
import JSON
import Testing

/// Contracts that no host has written, as a frontend may send any.
@MainActor struct LargeContractTests {
  private static let hosted = contract(
    schema: ["$ref": "#/$defs/Tree"],
    definitions: [
      "Tree": [
        "type": "object",
        "properties": ["left": ["$ref": "#/$defs/Tree"], "right": ["$ref": "#/$defs/Tree"]],
      ]
    ])

  /// A contract with one output.
  private static func contract(schema: JSONValue, definitions: JSONObject) -> Contract {
    Contract([
      "viewModels": [["name": "v", "outputs": [["name": "o", "schema": schema]]]],
      "$defs": .object(definitions),
    ])
  }

  /// Types that each refer to the next, of which the last is a text.
  private static func chain(_ count: Int, _ link: (JSONValue) -> JSONValue) -> Contract {
    var definitions: JSONObject = ["T\(count)": ["type": "string"]]
    for number in 0..<count {
      definitions["T\(number)"] = link(["$ref": .string("#/$defs/T\(number + 1)")])
    }
    return contract(schema: ["$ref": "#/$defs/T0"], definitions: definitions)
  }

  private static func sentences(_ old: Contract) -> [String] {
    ContractComparison(from: old, to: hosted).sentences.map(\.text)
  }

  @Test func whatIsTooMuchToReadIsCounted() {
    let inputs = (0..<1_500).map { number -> JSONValue in ["name": .string("i\(number)")] }
    let old = Contract(["viewModels": [["name": "v", "inputs": .array(inputs)]], "$defs": [:]])
    let sentences = ContractComparison(from: old, to: Self.hosted).sentences
    #expect(sentences.count == 1_001)
    #expect(sentences.first?.text == "sent: v: input i0 is gone")
    #expect(sentences[999].text == "sent: v: input i999 is gone")
    // 500 inputs, and the output that is new.
    #expect(sentences.last?.text == "and 501 more, at least")
    #expect(sentences.last?.breaks == true)
  }

  @Test func namesOfNamesAreFollowedToTheirEnd() {
    #expect(
      Self.sentences(Self.chain(100_000) { $0 }) == [
        "received: v: output o may be an object now",
        "received: v: output o is never a string any more",
      ])
    #expect(
      Self.sentences(Self.chain(100_000) { ["anyOf": [$0, $0]] }) == [
        "received: v: output o may be an object now",
        "received: v: output o is never a string any more",
      ])
  }

  /// Each type contains the next twice, and so the last 2^60 times.
  @Test func typesThatDoubleAreComparedOnce() {
    let old = Self.chain(60) { ["type": "object", "properties": ["left": $0, "right": $0]] }
    let sentences = Self.sentences(old)
    #expect(sentences.count == 1_000)
  }

  @Test func typesThatAreNestedTooDeeplyAreSaidToBe() {
    let old = Self.chain(10_000) { ["type": "object", "properties": ["left": $0]] }
    let sentences = Self.sentences(old)
    #expect(sentences.contains { $0.hasSuffix(".left.left.left is nested too deeply") })
  }

  @Test func aTypeThatMayContainItselfIsTheSame() {
    let node: JSONValue = [
      "type": "object",
      "properties": ["next": ["anyOf": [["$ref": "#/$defs/Node"], ["type": "null"]]]],
    ]
    let contract = Self.contract(
      schema: ["anyOf": [["$ref": "#/$defs/Node"], ["type": "null"]]], definitions: ["Node": node])
    #expect(ContractComparison(from: contract, to: contract).sentences.isEmpty)
  }

  /// The old type repeats itself with every second array, the new one with every third, and neither
  /// name comes where the other does.
  @Test func typesThatContainThemselvesInAnotherRhythmHaveAnEnd() {
    func array(_ schema: JSONValue, _ depth: Int) -> JSONValue {
      depth == 0 ? schema : ["type": "array", "items": array(schema, depth - 1)]
    }
    let old = Self.contract(
      schema: ["$ref": "#/$defs/A"], definitions: ["A": array(["$ref": "#/$defs/A"], 2)])
    let new = Self.contract(
      schema: array(["$ref": "#/$defs/B"], 1), definitions: ["B": array(["$ref": "#/$defs/B"], 4)])
    #expect(ContractComparison(from: old, to: new).sentences.isEmpty)
  }
}
