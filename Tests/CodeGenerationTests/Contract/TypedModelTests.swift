import Contracts
import JSON
import Testing

@testable import CodeGeneration

struct TypedModelTests {
  /// A service is required when a ViewModel cannot do without it, and the host does not answer it
  /// itself.
  @Test(arguments: [
    (["a": true], false, true), (["a": false], false, false), (["a": true], true, false),
    (["a": false, "b": true], false, true),
  ])
  func whatTheFrontendHasToAnswerIsRequired(
    asked: [String: Bool], byHost: Bool, isRequired: Bool
  ) throws {
    let viewModels = asked.map { name, required -> JSONValue in
      ["name": .string(name), "services": [["name": "items", "required": .bool(required)]]]
    }
    let contract = Contract([
      "hash": "", "viewModels": .array(viewModels), "$defs": [:],
      "services": [["name": "items", "answeredByHost": .bool(byHost)]],
    ])
    #expect(TypedModel(contract).services.map(\.isRequired) == [isRequired])
  }

  @Test func casesAreDescribedBehindTheirType() throws {
    let contract = Contract([
      "hash": "", "viewModels": [],
      "$defs": [
        "Shape": [
          "description": "A shape.",
          "oneOf": [
            ["required": ["circle"], "description": "A round one."], ["required": ["empty"]],
          ],
        ]
      ],
    ])
    #expect(
      TypedModel(contract).definitions.map(\.description) == [
        "A shape.\n\n- `circle`: A round one."
      ])
  }
}
