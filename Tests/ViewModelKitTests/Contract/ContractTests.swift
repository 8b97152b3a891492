import Contracts
import JSON
import Testing

@testable import ViewModelKit

/// The document of a catalog.
@Suite struct ContractTests {
  struct Note: Codable { var text: String, more: JSONValue }
  final class Object: Encodable { let a = 1 }
  struct AskRequest: ServiceRequest {
    static let service = "ask"
    typealias Response = [JSONValue]
    let what: String
  }

  final class Board {
    init(start: JSONValue, limit: Int, services: Services?) {}
    var notes: [Note] { [] }
    var object: Object { Object() }
    var count: Int { 0 }
    func add(note: Note) throws -> Int { 1 }
    func find(_ text: String) async -> JSONValue? { nil }
    func clear() {}
  }

  private func contract() throws -> Contract {
    let catalog = Catalog {
      viewModel(
        "board", Board.init, "start", .named("limit", default: 20),
        .services(AskRequest.self),
        interface: Interface {
          input("add", Board.add, "note")
          input("find", Board.find, "text")
          input("clear", Board.clear)
          output("notes", \.notes)
          output("object", \.object)
          output("count", \.count)
        }
      ).described("Notes.")
      service(AskRequest.self) { _ in [] }
    }
    return try Contract(
      of: catalog, only: nil, host: "it", version: "1.2", protocolVersion: "1")
  }

  @Test func placesOfWhichNothingIsKnownAreListed() throws {
    let places = try contract().openPlaces.map { "\($0.place): \($0.reason)" }
    #expect(
      places == [
        "board: parameter start: any JSON: JSONValue",
        "board: output object: any JSON: ContractTests.Object",
        "board: input find: result: any JSON: JSONValue",
        "service ask: result[]: any JSON: JSONValue",
        "ContractTests.Note.more: any JSON: JSONValue",
      ])
  }

  @Test func itSaysWhatInputsTakeAndGive() throws {
    let board = try #require(try contract().viewModels.first)
    #expect(board["description"] == "Notes.")
    #expect(board["parameters"]?[1]?["schema"] == ["type": "integer", "default": 20])
    let inputs = try #require(board["inputs"]?.arrayValue)
    #expect(inputs[0]["result"] == ["type": "integer"])
    #expect(inputs[0]["throws"] == true)
    #expect(inputs[1]["throws"] == nil)
    #expect(inputs[1]["async"] == true)
    #expect(inputs[2]["result"] == nil)
  }

  @Test func servicesAreListedOnce() throws {
    let services = try contract().services
    #expect(services.count == 1)
    #expect(services.first?["name"] == "ask")
    #expect(services.first?["answeredByHost"] == true)
  }
}
