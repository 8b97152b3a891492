import Contracts
import JSON
import Testing

@testable import ViewModelKit

/// What doc comments say, in the contract and in the answer to `viewModel/describe`.
@Suite struct DescriptionsTests {
  enum Priority: String, Codable { case low, high }
  enum Outcome: Codable { case done(day: Int), open(by: String) }
  struct Note: Codable {
    var description: String
    var priority: Priority
    var outcome: Outcome?
    var inner: [Note]
  }
  struct AskRequest: ServiceRequest {
    static let service = "ask"
    typealias Response = Note
    let what: String
  }

  final class Board {
    init(start: Note, other: Board, services: Services) {}
    var notes: [Note] { [] }
    var best: Note? { nil }
    var any: JSONValue { nil }
    var onError: ((String) -> Void)?
    func add(note: Note, place: Int?) throws -> Note { note }
  }

  private static let own = "$defs/ContractsTests.DescriptionsTests"

  /// The place of each text is the text, but for what the author's own `described` says.
  private static let places = [
    "viewModels/board", "viewModels/board/parameters/start", "viewModels/board/uses/other",
    "viewModels/board/inputs/add", "viewModels/board/inputs/add/arguments/note",
    "viewModels/board/inputs/add/result", "viewModels/board/outputs/notes",
    "viewModels/board/outputs/best", "viewModels/board/outputs/any",
    "viewModels/board/events/error", "viewModels/byHand", "services/ask", "\(own).Note",
    "\(own).Note/properties/description", "\(own).Note/properties/outcome", "\(own).Priority",
    "\(own).Priority/enum/low", "\(own).Outcome", "\(own).Outcome/oneOf/done",
    "\(own).Outcome/oneOf/done/properties/day", "\(own).AskRequest/properties/what",
    "viewModels/gone",
  ]

  private static func catalog(_ comments: DocComments?) -> Catalog {
    let lines = Catalog {
      if let comments { comments }
      viewModel(
        "board", Board.init, "start", .uses("other"), .services(AskRequest.self),
        interface: Interface {
          input("add", Board.add, "note", "place")
          output("notes", \.notes)
          output("best", \.best)
          output("any", \.any)
          event("error", \.onError)
        })
      viewModel(
        "byHand", Board.init, "start", .uses("other"), .services(AskRequest.self),
        interface: Interface { output("notes", \.notes) }
      ).described("By hand.")
    }
    // A catalog in another brings its comments.
    return Catalog { lines }
  }

  private static let described: Catalog = {
    let texts = places.reduce(into: JSONObject()) { $0[$1] = .string($1) }
    return catalog(DocComments(JSONValue.object(texts).description))
  }()

  private static func contract(_ catalog: Catalog) throws -> Contract {
    try Contract(of: catalog, only: nil, host: "it", version: "1", protocolVersion: "1")
  }

  /// All descriptions of a document, wherever they stand.
  private static func texts(_ json: JSONValue) -> [String] {
    switch json {
    case .array(let elements): elements.flatMap(texts)
    case .object(let object):
      object.flatMap { name, value in
        name == "description" ? value.stringValue.map { [$0] } ?? texts(value) : texts(value)
      }
    default: []
    }
  }

  @Test func eachTextIsInItsPlace() throws {
    let contract = try Self.contract(Self.described)
    func text(_ path: String) -> String? {
      path.split(separator: "/").reduce(contract.json as JSONValue?) { json, step in
        Int(step).map { json?[$0] } ?? json?[String(step)]
      }?.stringValue
    }
    let board = "/viewModels/0"
    for (path, place) in [
      ("\(board)/description", "viewModels/board"),
      ("\(board)/parameters/0/description", "viewModels/board/parameters/start"),
      ("\(board)/uses/0/description", "viewModels/board/uses/other"),
      ("\(board)/services/0/description", "services/ask"),
      ("\(board)/inputs/0/description", "viewModels/board/inputs/add"),
      ("\(board)/inputs/0/arguments/0/description", "viewModels/board/inputs/add/arguments/note"),
      ("\(board)/inputs/0/result/description", "viewModels/board/inputs/add/result"),
      ("\(board)/outputs/1/description", "viewModels/board/outputs/best"),
      ("\(board)/events/0/description", "viewModels/board/events/error"),
      ("/viewModels/1/description", "By hand."),
      ("/services/0/description", "services/ask"),
      ("/$defs/DescriptionsTests.Note/description", "\(Self.own).Note"),
      (
        "/$defs/DescriptionsTests.Note/properties/description/description",
        "\(Self.own).Note/properties/description"
      ),
      (
        "/$defs/DescriptionsTests.Note/properties/outcome/description",
        "\(Self.own).Note/properties/outcome"
      ),
      (
        "/$defs/DescriptionsTests.Priority/description",
        "\(Self.own).Priority\n\n- `low`: \(Self.own).Priority/enum/low"
      ),
      (
        "/$defs/DescriptionsTests.Outcome/oneOf/0/description",
        "\(Self.own).Outcome/oneOf/done"
      ),
      (
        "/$defs/DescriptionsTests.Outcome/oneOf/0/properties/done/properties/day/description",
        "\(Self.own).Outcome/oneOf/done/properties/day"
      ),
    ] {
      #expect(text(path) == place, "\(path)")
    }
    let all = Self.texts(contract.json)
    for place in Self.places where !["viewModels/gone", "viewModels/byHand"].contains(place) {
      #expect(all.contains { $0.contains(place) }, "\(place)")
    }
    #expect(!all.contains("viewModels/gone") && !all.contains("viewModels/byHand"))
  }

  /// A changed comment breaks no frontend.
  @Test func nothingElseChanges() throws {
    let (plain, described) = try (
      Self.contract(Self.catalog(nil)), Self.contract(Self.described)
    )
    #expect(plain.json["hash"] == described.json["hash"])
    #expect(described.json != plain.json)
    #expect(described.bare == plain.bare)
    #expect(ContractComparison(from: plain, to: described).changes.isEmpty)
    #expect(ContractComparison(from: described, to: plain).changes.isEmpty)
    #expect(plain.untypedParts == described.untypedParts)
    #expect(!plain.untypedParts.isEmpty)
  }

  /// A property may be called like a keyword.
  @Test func aPropertyCalledDescriptionCounts() throws {
    let contract = try Self.contract(Self.described).bare
    let note = contract["$defs"]?["DescriptionsTests.Note"]
    #expect(note?["properties"]?["description"] == ["type": "string"])
  }

  /// `viewModel/describe` has the same schemas, in each other, with the same texts.
  @Test func theAnswerToDescribeHasThemToo() throws {
    func answer(_ catalog: Catalog) throws -> JSONValue {
      try #require(try catalog["board"]?.definition.json(in: catalog))
    }
    let (plain, described) = try (answer(Self.catalog(nil)), answer(Self.described))
    #expect(Descriptions.removed(from: described) == Descriptions.removed(from: plain))
    let all = Self.texts(described)
    for place in Self.places
    where !["viewModels/gone", "viewModels/byHand"].contains(place) {
      #expect(all.contains { $0.contains(place) }, "\(place)")
    }
  }

  /// A file that an edit has spoilt.
  @Test(arguments: ["", "[]", "{", #"{"viewModels/board":1}"#])
  func whatCannotBeReadIsNoDescription(text: String) throws {
    let contract = try Self.contract(Self.catalog(DocComments(text)))
    #expect(contract.viewModels.first?["description"] == nil)
  }
}
