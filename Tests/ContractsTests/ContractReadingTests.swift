import JSON
import Testing

@testable import Contracts

/// What is no contract: as `Contract.md` describes the document, and `viewModel/describe` its
/// ViewModels.
@Suite struct ContractReadingTests {
  @Test func aContractIsRead() throws {
    #expect(try Contract(reading: Self.contract).json == Self.contract)
  }

  @Test func itMayHaveMoreMembers() throws {
    _ = try Contract(reading: Self.contract(with: .string("new"), at: ["viewModels", "0", "new"]))
    let schema = ["viewModels", "0", "outputs", "0", "schema"]
    _ = try Contract(reading: Self.contract(with: 5, at: schema + ["unevaluatedItems"]))
  }

  @Test(
    arguments: [
      ("viewModels", .object([:]), "expected an array, found an object"),
      ("hash", 1, "expected a string, found an integer"),
      ("$defs/Todo/type", 5, "expected a string or an array, found an integer"),
      ("$defs/Todo/required/0", .null, "expected a string, found null"),
      (
        "$defs/Todo/properties/title", "text", "expected an object or true or false, found a string"
      ),
      ("viewModels/0", .null, "expected an object, found null"),
      ("viewModels/0/name", 5, "expected a string, found an integer"),
      ("viewModels/0/inputs", 5, "expected an array, found an integer"),
      ("viewModels/0/inputs/0/async", "no", "expected true or false, found a string"),
      ("viewModels/0/inputs/0/arguments/0/name", .array([]), "expected a string, found an array"),
      ("viewModels/0/outputs/0/schema/minItems", "1", "expected a number, found a string"),
      ("viewModels/0/outputs/0/window/anchor", 1, "expected true or false, found an integer"),
      ("viewModels/0/uses/0/viewModels/0", 1, "expected a string, found an integer"),
      ("services/0/result", 1, "expected an object or true or false, found an integer"),
      (
        "viewModels/0/outputs/0/schema/items/$ref", "#/$defs/Todos",
        "expected the name of a type in $defs"
      ),
    ] as [(String, JSONValue, String)])
  func whatIsDamagedIsNamed(place: String, value: JSONValue, reason: String) {
    let path = place.split(separator: "/").map(String.init)
    let error = #expect(throws: ContractFault.self) {
      try Contract(reading: Self.contract(with: value, at: path))
    }
    #expect(error?.path == path)
    #expect(error?.reason == reason)
  }

  @Test(arguments: [
    ("hash", "missing, expected a string"), ("viewModels", "missing, expected an array"),
    ("viewModels/0/name", "missing, expected a string"),
    ("viewModels/0/events", "missing, expected an array"),
    ("viewModels/0/inputs/0/arguments/0/required", "missing, expected true or false"),
    ("services/0/arguments", "missing, expected an object or true or false"),
  ])
  func whatIsMissingIsNamed(place: String, reason: String) {
    let path = place.split(separator: "/").map(String.init)
    let error = #expect(throws: ContractFault.self) {
      try Contract(reading: Self.contract(with: nil, at: path))
    }
    #expect(error?.path == path)
    #expect(error?.reason == reason)
  }

  @Test func theSentenceNamesThePlace() {
    let fault = ContractFault(path: ["viewModels", "0", "inputs"], reason: "expected an array")
    #expect(
      "\(fault)"
        == "this is no contract, as HOST schema prints it: viewModels[0].inputs: expected an array")
    let error = #expect(throws: ContractFault.self) { try Contract(reading: [1]) }
    #expect(
      error?.description
        == "this is no contract, as HOST schema prints it: expected an object, found an array")
  }

  private static func contract(with value: JSONValue?, at path: [String]) -> JSONValue {
    changed(contract, path[...], value)
  }

  private static func changed(
    _ json: JSONValue, _ path: ArraySlice<String>, _ value: JSONValue?
  ) -> JSONValue {
    guard let step = path.first else { return json }
    func part(_ old: JSONValue) -> JSONValue? {
      path.count == 1 ? value : changed(old, path.dropFirst(), value)
    }
    if var elements = json.arrayValue, let index = Int(step) {
      elements[index] = part(elements[index]) ?? .null
      return .array(elements)
    }
    var members = json.objectValue ?? [:]
    members[step] = part(members[step] ?? [:])
    return .object(members)
  }

  private static let contract: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "host": ["name": "todo-host", "version": "1.0"], "protocolVersion": "1", "hash": "00",
    "viewModels": [
      [
        "name": "todos", "description": "A list.",
        "parameters": [["name": "title", "schema": ["type": "string"], "required": true]],
        "uses": [["name": "form", "viewModels": ["form"]]],
        "services": [
          ["name": "save", "arguments": ["type": "object"], "result": [:], "required": true]
        ],
        "inputs": [
          [
            "name": "add", "throws": true, "result": ["$ref": "#/$defs/Todo"], "async": false,
            "arguments": [
              ["name": "title", "schema": ["type": ["string", "null"]], "required": false]
            ],
          ]
        ],
        "outputs": [
          [
            "name": "all", "schema": ["type": "array", "items": ["$ref": "#/$defs/Todo"]],
            "window": ["anchor": true, "always": false],
          ]
        ],
        "events": [["name": "done", "schema": ["enum": ["now", "later"]]]],
      ]
    ],
    "services": [
      ["name": "save", "arguments": ["type": "object"], "result": [:], "answeredByHost": false]
    ],
    "$defs": [
      "Todo": [
        "type": "object", "properties": ["title": ["type": "string", "minLength": 1]],
        "required": ["title"], "additionalProperties": false,
      ]
    ],
  ]
}
