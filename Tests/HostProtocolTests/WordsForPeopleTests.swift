import HostProtocol
import JSON
import Testing

/// What of a line of the host a frontend goes by.
@Suite struct WordsForPeopleTests {
  private static let log: JSONValue = ["method": "host/log", "params": ["message": "m"]]
  private static let initialized: JSONValue = [
    "id": 1, "result": ["protocolVersion": "1", "host": ["name": "n", "version": "1"]],
  ]
  private static let withoutHost: JSONValue = ["id": 1, "result": ["protocolVersion": "1"]]
  private static let update: JSONValue = ["method": "viewModel/update", "params": ["host": "h"]]
  /// A state with a member of that name is no version.
  private static let created: JSONValue = ["id": 2, "result": ["state": ["host": "h"]]]

  @Test(
    arguments: [
      (log, nil), (initialized, withoutHost), (update, update), (created, created),
      ([initialized, log, update], [withoutHost, update]), ([log], nil),
    ] as [(JSONValue, JSONValue?)])
  func theyAreLeftOut(line: JSONValue, rest: JSONValue?) {
    #expect(line.withoutWordsForPeople == rest)
  }
}
