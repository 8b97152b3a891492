import JSON
import Testing

@testable import Contracts

/// Changes of what a catalog offers.
@Suite struct ContractComparisonTests {
  nonisolated struct Row: Sendable {
    let old: String
    let new: String
    /// What is said, behind `breaks` or `safe`.
    let changes: [String]
  }

  nonisolated static let a = #"{"name":"a","schema":{"type":"integer"},"required":true}"#
  nonisolated static let optionalA =
    #"{"name":"a","schema":{"type":["integer","null"]},"required":false}"#
  nonisolated static let b = #"{"name":"b","schema":{"type":"integer"},"required":true}"#
  nonisolated static let optionalB =
    #"{"name":"b","schema":{"type":"integer","default":1},"required":false}"#

  private nonisolated static func input(_ arguments: String..., more: String = "") -> String {
    #""inputs":[{"name":"f","arguments":[\#(arguments.joined(separator: ","))],"async":false\#(more)}]"#
  }

  private nonisolated static func service(_ name: String, required: Bool) -> String {
    #""services":[{"name":"\#(name)","arguments":{"type":"object"},"result":{"type":"integer"},"#
      + #""required":\#(required)}]"#
  }

  private nonisolated static func list(_ window: String) -> String {
    #""outputs":[{"name":"l","schema":{"type":"array"}\#(window)}]"#
  }

  nonisolated static let plain = #","window":{"anchor":false,"always":false}"#
  nonisolated static let anchored = #","window":{"anchor":true,"always":false}"#

  nonisolated static let rows: [Row] = [
    // Windows.
    Row(
      old: list(""), new: list(plain),
      changes: ["safe sent: v: output l can be observed through a window now"]),
    Row(
      old: list(anchored), new: list(""),
      changes: ["breaks sent: v: output l has no windows any more"]),
    Row(
      old: list(plain), new: list(anchored),
      changes: ["safe sent: v: output l has anchored windows now"]),
    Row(
      old: list(anchored), new: list(plain),
      changes: ["breaks sent: v: output l has no anchored windows any more"]),
    Row(old: list(anchored), new: list(anchored), changes: []),
    // Inputs.
    Row(old: input(), new: #""inputs":[]"#, changes: ["breaks sent: v: input f is gone"]),
    Row(old: #""inputs":[]"#, new: input(), changes: ["safe sent: v: input f is new"]),
    Row(
      old: input(), new: #""inputs":[{"name":"g","arguments":[],"async":false}]"#,
      changes: ["breaks sent: v: input f is gone", "safe sent: v: input g is new"]),
    Row(
      old: input(), new: input(a),
      changes: ["breaks sent: v: input f: argument a is new and required"]),
    Row(old: input(), new: input(optionalA), changes: ["safe sent: v: input f: argument a is new"]),
    Row(old: input(a), new: input(), changes: ["breaks sent: v: input f: argument a is gone"]),
    Row(
      old: input(a), new: input(b),
      changes: [
        "breaks sent: v: input f: argument a is gone",
        "breaks sent: v: input f: argument b is new and required",
      ]),
    Row(
      old: input(a), new: input(optionalA),
      changes: [
        "safe sent: v: input f: argument a may be left out",
        "safe sent: v: input f: argument a may be null now",
      ]),
    Row(
      old: input(optionalA), new: input(a),
      changes: [
        "breaks sent: v: input f: argument a is never null any more",
        "breaks sent: v: input f: argument a is required now",
      ]),
    Row(
      old: input(a, b), new: input(b, a),
      changes: ["breaks sent: v: input f: arguments have another order: b, a"]),
    Row(
      old: input(a), new: input(optionalB, a),
      changes: [
        "breaks sent: v: input f: arguments have another order: b, a",
        "safe sent: v: input f: argument b is new",
      ]),
    Row(
      old: input(a), new: input(a, optionalB), changes: ["safe sent: v: input f: argument b is new"]
    ),
    Row(
      old: input(optionalB),
      new: input(#"{"name":"b","schema":{"type":"integer","default":2},"required":false}"#),
      changes: ["safe sent: v: input f: argument b has another default"]),
    Row(
      old: input(), new: #""inputs":[{"name":"f","arguments":[],"async":true}]"#,
      changes: ["safe sent: v: input f is asynchronous now"]),
    Row(
      old: input(), new: input(more: #","throws":true"#),
      changes: ["safe received: v: input f may throw now"]),
    Row(
      old: input(), new: input(more: #","result":{"type":"integer"}"#),
      changes: ["safe received: v: input f: result is new"]),
    Row(
      old: input(more: #","result":{"type":"integer"}"#), new: input(),
      changes: ["breaks received: v: input f: result is gone"]),
    Row(
      old: input(more: #","result":{"type":"integer"}"#),
      new: input(more: #","result":{"type":"number"}"#),
      changes: ["breaks received: v: input f: result may be a number now"]),
    // Outputs and events.
    Row(
      old: #""outputs":[{"name":"o","schema":{"type":"integer"}}]"#, new: #""outputs":[]"#,
      changes: ["breaks received: v: output o is gone"]),
    Row(
      old: #""outputs":[]"#, new: #""outputs":[{"name":"o","schema":{"type":"integer"}}]"#,
      changes: ["safe received: v: output o is new"]),
    Row(
      old: #""outputs":[{"name":"o","schema":{"enum":["a"]}}]"#,
      new: #""outputs":[{"name":"o","schema":{"enum":["a","b"]}}]"#,
      changes: [#"breaks received: v: output o may be "b" now"#]),
    Row(
      old: #""outputs":[{"name":"o","schema":{"type":["integer","null"]}}]"#,
      new: #""outputs":[{"name":"o","schema":{"type":"integer"}}]"#,
      changes: ["safe received: v: output o is never null any more"]),
    Row(
      old: #""outputs":[{"name":"o","schema":{"type":"integer"}}],"events":[]"#,
      new: #""outputs":[],"events":[{"name":"o","schema":{"type":"integer"}}]"#,
      changes: ["breaks received: v: output o is gone", "safe received: v: event o is new"]),
    Row(
      old: #""events":[{"name":"e","schema":{"type":"null"}}]"#, new: #""events":[]"#,
      changes: ["breaks received: v: event e is gone"]),
    Row(
      old: #""events":[{"name":"e","schema":{"type":"null"}}]"#,
      new: #""events":[{"name":"e","schema":{"type":"string"}}]"#,
      changes: [
        "breaks received: v: event e may be a string now",
        "safe received: v: event e is never null any more",
      ]),
    // Creation.
    Row(
      old: #""parameters":[]"#, new: #""parameters":[\#(a)]"#,
      changes: ["breaks sent: v: parameter a is new and required"]),
    Row(
      old: #""parameters":[\#(a)]"#, new: #""parameters":[]"#,
      changes: ["breaks sent: v: parameter a is gone"]),
    Row(
      old: #""parameters":[\#(a)]"#, new: #""parameters":[\#(a),\#(optionalB)]"#,
      changes: ["safe sent: v: parameter b is new"]),
    Row(
      old: #""uses":[]"#, new: #""uses":[{"name":"r","viewModels":["list"]}]"#,
      changes: ["breaks sent: v: role r is new and required"]),
    Row(
      old: #""uses":[{"name":"r","viewModels":["list"]}]"#, new: #""uses":[]"#,
      changes: ["breaks sent: v: role r is gone"]),
    Row(
      old: #""uses":[{"name":"r","viewModels":["a","b"]}]"#,
      new: #""uses":[{"name":"r","viewModels":["b","c"]}]"#,
      changes: [
        #"breaks sent: v: role r cannot be filled by "a" any more"#,
        #"safe sent: v: role r can be filled by "c", too"#,
      ]),
    // Services.
    Row(
      old: #""services":[]"#, new: service("s", required: true),
      changes: ["breaks received: v: service s has to be answered by the frontend now"]),
    Row(
      old: #""services":[]"#, new: service("s", required: false),
      changes: ["safe received: v: service s is new, and need not be answered"]),
    Row(
      old: service("s", required: false), new: service("s", required: true),
      changes: ["breaks received: v: service s has to be answered by the frontend now"]),
    Row(
      old: service("s", required: true), new: service("s", required: false),
      changes: ["safe received: v: service s need not be answered any more"]),
    Row(
      old: service("s", required: true), new: service("t", required: true),
      changes: [
        "breaks received: v: service t has to be answered by the frontend now",
        "safe received: v: service s is asked no more",
      ]),
    Row(
      old: service("s", required: true), new: service("h", required: true),
      changes: [
        "safe received: v: service h is new, and need not be answered",
        "safe received: v: service s is asked no more",
      ]),
  ]

  /// A contract with one ViewModel. The host answers the service `h` itself.
  private static func contract(_ members: String) throws -> Contract {
    let viewModel = #"{"name":"v",\#(members)}"#
    let json = try JSONValue(parsing: viewModel)
    let services = (json["services"]?.arrayValue ?? []).map { service -> JSONValue in
      var service = service.objectValue ?? [:]
      service["answeredByHost"] = .bool(service["name"] == "h")
      return .object(service)
    }
    return Contract([
      "protocolVersion": "1", "viewModels": [json], "services": .array(services), "$defs": [:],
    ])
  }

  private static func lines(_ old: Contract, _ new: Contract) -> [String] {
    ContractComparison(from: old, to: new).changes
      .map { "\($0.breaks ? "breaks" : "safe") \($0.sentence)" }.sorted()
  }

  @Test(arguments: rows.indices)
  func aPlantedChangeIsReported(index: Int) throws {
    let row = Self.rows[index]
    let lines = Self.lines(try Self.contract(row.old), try Self.contract(row.new))
    #expect(lines == row.changes.sorted())
  }

  @Test(arguments: rows.indices)
  func theSameHasNotChanged(index: Int) throws {
    let row = Self.rows[index]
    #expect(Self.lines(try Self.contract(row.old), try Self.contract(row.old)) == [])
  }

  /// What a service is given the frontend receives, and what it answers the frontend sends.
  @Test func aServicesTypesHaveDirections() throws {
    func contract(_ arguments: JSONValue, _ result: JSONValue) -> Contract {
      Contract([
        "viewModels": [], "$defs": [:],
        "services": [["name": "s", "arguments": arguments, "result": result]],
      ])
    }
    let narrow: JSONValue = ["type": "integer"]
    let wide: JSONValue = ["type": "number"]
    #expect(
      Self.lines(contract(narrow, narrow), contract(wide, wide)) == [
        "breaks received: service s: arguments may be a number now",
        "safe sent: service s: result may be a number now",
      ])
    #expect(
      Self.lines(contract(wide, wide), contract(narrow, narrow)) == [
        "breaks sent: service s: result is never a number any more",
        "safe received: service s: arguments is never a number any more",
      ])
  }

  @Test func viewModelsComeAndGo() throws {
    let one = Contract(["viewModels": [["name": "a"]], "$defs": [:]])
    let other = Contract(["viewModels": [["name": "b"]], "$defs": [:]])
    #expect(Self.lines(one, other) == ["breaks received: a is gone", "safe received: b is new"])
  }

  @Test func anotherProtocolBreaksAll() throws {
    let one = Contract(["protocolVersion": "1"])
    let other = Contract(["protocolVersion": "2"])
    #expect(Self.lines(one, other) == ["breaks received: protocol version was 1, is 2"])
  }
}
