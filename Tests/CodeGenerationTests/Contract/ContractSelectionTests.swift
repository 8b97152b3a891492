import Contracts
import JSON
import TestSupport
import Testing

@Suite(.waitsForProcesses) struct ContractSelectionTests {
  /// Services, types that refer to each other and to themselves, and the hash.
  @Test(arguments: GeneratedFilesTests.viewModels)
  func aPartIsWhatTheHostPrintsOfIt(name: String) throws {
    let whole = try CommandRun("example-host", ["schema"])
    let part = try CommandRun("example-host", ["schema", name])
    let contract = try Contract(reading: JSONValue(parsing: whole.output))
    #expect("\(contract.selecting([name]).json)\n" == part.output)
  }

  @Test func partsKeepTheOrderOfTheWhole() throws {
    let contract = try GeneratedFilesTests.contract()
    #expect(contract.selecting(["pager", "list"]).names == ["list", "pager"])
  }

  @Test func whatOnlyPeopleReadIsTakenOut() throws {
    let json: JSONValue = [
      "hash": "", "viewModels": [["name": "a", "description": "text"]],
      "$defs": [
        "description": ["$comment": "text", "properties": ["description": ["type": "string"]]],
        "B": ["enum": [["description": "value"]], "description": "text"],
      ],
    ]
    let bare: JSONValue = [
      "hash": "", "viewModels": [["name": "a"]],
      "$defs": [
        "description": ["properties": ["description": ["type": "string"]]],
        "B": ["enum": [["description": "value"]]],
      ],
    ]
    #expect(Contract(json).bare == bare)
  }

  @Test(arguments: [
    ("#/$defs/A", "A"), ("#/$defs/Box%3CInt%3E", "Box<Int>"), ("#/$defs/a~1b~0c", "a/b~c"),
    ("#/other/A", nil),
  ])
  func aReferenceHasAName(reference: String, name: String?) {
    #expect(Schema.name(in: ["$ref": .string(reference)]) == name)
  }
}
