import Contracts
import Hosting
import JSON
import Observation
import TestSupport
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
    let places = try contract().untypedParts.map { "\($0.path): \($0.reason)" }
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

  // MARK: Objects and enums as state

  @Observable final class Player: HostedObject {
    var name = "a"
    var volume: Int?
    var isLoud: Bool { (volume ?? 0) > 5 }
    let next: [Song] = []

    static let fields = ObjectFields<Player> {
      field("name", \.name)
      field("volume", \.volume)
      field("isLoud", \.isLoud)
      field("next", \.next)
    }
  }

  struct Song: Codable { let title: String }

  enum Phase: Codable {
    case idle
    case playing(song: Song, seconds: Int)
    case failed(String)
  }

  @Observable final class Deck {
    var player = Player()
    var others: [Player] = []
    var phase = Phase.idle
  }

  private func deck(_ make: @escaping @MainActor () -> Deck) -> Catalog {
    Catalog {
      viewModel(
        "deck", make,
        interface: Interface {
          output("player", \.player)
          output("others", \.others)
          output("phase", \.phase)
        })
    }
  }

  @Test func anObjectAndAnEnumAreDescribedCompletely() throws {
    let contract = try Contract(
      of: deck(Deck.init), only: nil, host: "it", version: "1", protocolVersion: "1")
    #expect(contract.untypedParts == [])
    let outputs = try #require(contract.viewModels.first?["outputs"]?.arrayValue)
    #expect(
      outputs.compactMap { $0["schema"] } == [
        ["$ref": "#/$defs/ContractTests.Player"],
        ["type": "array", "items": ["$ref": "#/$defs/ContractTests.Player"]],
        ["$ref": "#/$defs/ContractTests.Phase"],
      ])
    let definitions = Dictionary(
      uniqueKeysWithValues: contract.definitions.map { ($0.key, $0.value) })
    #expect(
      definitions["ContractTests.Player"] == [
        "type": "object",
        "properties": [
          "name": ["type": "string"], "volume": ["type": ["integer", "null"]],
          "isLoud": ["type": "boolean"],
          "next": ["type": "array", "items": ["$ref": "#/$defs/ContractTests.Song"]],
        ],
        "required": ["name", "volume", "isLoud", "next"],
      ])
    let cases = try #require(definitions["ContractTests.Phase"]?["oneOf"]?.arrayValue)
    #expect(cases.compactMap { $0["required"] } == [["idle"], ["playing"], ["failed"]])
  }

  /// Each in the turn of its change, and nothing else.
  @Test func aFieldOfAnObjectIsFollowed() throws {
    let model = Deck()
    let observer = NotingObserver()
    let hosted = try deck { model }.make("deck")
    #expect(hosted.activate(observer).isEmpty)
    #expect(
      hosted.outputs.map(\.json) == [
        ["name": "a", "volume": nil, "isLoud": false, "next": []], [], ["idle": [:]],
      ])
    #expect(!hosted.hasUntrackableOutputs)
    model.player.volume = 7
    #expect(observer.takeChanges().joined().contains(0))
    var writer = JSONWriter()
    #expect(hosted.endTurn(told: [0], to: &writer) == [])
    #expect(
      writer.text
        == HostLine.replace(
          "/player", #"{"name":"a","volume":7,"isLoud":true,"next":[]}"#))
    model.phase = .playing(song: Song(title: "b"), seconds: 3)
    writer = JSONWriter()
    #expect(hosted.endTurn(told: [2], to: &writer) == [])
    #expect(hosted.outputs[2].json == ["playing": ["song": ["title": "b"], "seconds": 3]])
  }

  // MARK: Services that objects share

  @Test func requestsOfSharedServicesAreListed() throws {
    struct FindRequest: ServiceRequest {
      static let service = "find"
      typealias Response = Int
      let text: String
    }
    let inner = Catalog { services(FindRequest.self) }
    let catalog = Catalog {
      services(FindRequest.self, AskRequest.self)
      inner
      service(AskRequest.self) { _ in [] }
    }
    let contract = try Contract(
      of: catalog, only: nil, host: "it", version: "1", protocolVersion: "1")
    #expect(contract.services.map { $0["name"] } == ["find", "ask"])
    #expect(contract.services.map { $0["answeredByHost"] } == [false, true])
    #expect(contract.services[0]["result"] == ["type": "integer"])
    #expect(contract.services[0]["required"] == nil)
  }
}
