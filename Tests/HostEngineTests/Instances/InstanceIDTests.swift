import JSON
import SampleViewModels
import Testing
import ViewModelKit

@testable import HostEngine

/// The ids of a frontend that chooses none count from 1, and skip those that are in use.
struct InstanceIDTests {
  private let host = TestHost()
  private var requests = 0

  /// Creates a counter, and gives its id.
  private mutating func create(_ id: String? = nil) throws -> String {
    requests += 1
    var params: JSONObject = ["name": "counter"]
    if let id { params["id"] = .string(id) }
    let line = try #require(host.request(requests, "viewModel/create", .object(params)).first)
    return try #require(
      line.split(separator: #""result":{"id":""#).last?.split(separator: "\"").first
    )
    .description
  }

  private mutating func dispose(_ id: String) {
    requests += 1
    _ = host.request(requests, "viewModel/dispose", ["id": .string(id)])
  }

  @Test mutating func anIDThatWasCountedIsNotGivenAgain() throws {
    #expect(try create() == "counter-1")
    dispose("counter-1")
    #expect(try create() == "counter-2")
  }

  @Test mutating func idsThatTheFrontendHasChosenAreSkipped() throws {
    for number in [1, 2, 4] { _ = try create("counter-\(number)") }
    #expect(try create() == "counter-3")
    #expect(try create() == "counter-5")
  }

  /// Each of these would look at all chosen ids again, if nothing were remembered of those that
  /// fail.
  @Test mutating func whatFailsTakesNoIDAndIsNotLookedForAgain() throws {
    for number in 1...3 { _ = try create("list-\(number)") }
    let session = host.session
    #expect(session.instances.nextID(for: "list") == "list-4")
    #expect(session.instances.nextID(for: "list") == "list-4")
    let freed = try #require(session.instances["list-1"])
    _ = session.instances.remove(freed)
    // Those before it are not looked at again.
    #expect(session.instances.nextID(for: "list") == "list-4")
  }
}
