import JSON
import Observation
import Reactive
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// What `Tests/Transcripts/Examples/windows.transcript` and the law of windows cannot show.
@Suite struct WindowTests {
  private func window(_ output: String, _ offset: Int, _ limit: Int) -> JSONValue {
    [
      "output": .string(output),
      "window": ["offset": .integer(Int64(offset)), "limit": .integer(Int64(limit))],
    ]
  }

  private func move(_ output: String, _ offset: Int, _ limit: Int) -> JSONValue {
    [
      "id": "r", "output": .string(output), "offset": .integer(Int64(offset)),
      "limit": .integer(Int64(limit)),
    ]
  }

  private func replace(_ path: String, _ value: String) -> String {
    HostLine.replace(path, value)
  }

  @Test func changesOfTurnsThatWaitAreOne() {
    let host = TestHost()
    _ = host.request(
      1, "viewModel/create",
      [
        "name": "example.rows", "id": "r", "parameters": ["count": 10],
        "observe": [window("rows", 4, 1)],
      ])
    host.session.outbox.isBackedUp = true
    #expect(host.input("r", "remove", ["at": 0]) == [])
    #expect(host.input("r", "rename", ["at": 3, "name": "a name"]) == [])
    #expect(host.input("r", "insert", ["id": 10, "at": 0]) == [])
    #expect(host.input("r", "insert", ["id": 11, "at": 9]) == [])
    host.session.perform(.room)
    // Rows 0 to 3 are rows 10, 1, 2 and 3 now, and the fifth has another name; 10 of 10 are 11.
    let name = replace("/rows/items/0/name", #""a name""#)
    #expect(
      host.take() == [HostLine.update("r", 1, patch: replace("/rows/total", "11") + "," + name)])
  }

  /// An element that counts how often one is made.
  fileprivate struct Square: Encodable, Identifiable {
    static var count = 0
    let id: Int
    let square: Int

    init(_ number: Int) {
      Self.count += 1
      id = number
      square = number * number
    }
  }

  @Observable final class Squares {
    var limit = 1_000_000_000

    // Without the type `map` would make an array of all.
    fileprivate var all: LazyMapCollection<Range<Int>, Square> {
      (0..<limit).lazy.map { Square($0) }
    }

    func grow() { limit += 1 }
  }

  @Test func elementsOutsideOfAllWindowsAreNeverMade() {
    let host = TestHost(
      catalog: Catalog {
        viewModel(
          "squares", Squares.init,
          interface: Interface {
            input("grow", Squares.grow)
            output("squares", \.all)
            output("first", \.all, window: 1)
          })
      })
    Square.count = 0
    let created = host.request(
      1, "viewModel/create",
      ["name": "squares", "id": "r", "observe": [window("squares", 999_999_999, 2)]])
    #expect(
      created.last?.hasSuffix(
        #""items":[{"id":999999998,"square":999999996000000004},"#
          + #"{"id":999999999,"square":999999998000000001}]}}}}"#) == true, "\(created)")
    #expect(host.request(2, "viewModel/window", move("squares", 5, 2)).count == 2)
    _ = host.input("r", "grow")
    // What is read may be read a second time, to be followed.
    #expect(Square.count <= 12)
    let first = host.request(3, "viewModel/create", ["name": "squares", "observe": ["first"]])
    #expect(
      first.last?.hasSuffix(
        #""first":{"total":1000000000,"offset":0,"items":[{"id":0,"square":0}]}}}}"#) == true,
      "\(first)")
  }

  /// The error that ends a sequence is reported after its last list, and the window still moves.
  @Test func aSequenceThatHasEndedIsStillSeenThroughItsWindow() {
    struct Fault: Error, CustomStringConvertible { let description = "net" }
    let lists = PublishSubject<[Int]>()
    let host = TestHost(
      catalog: Catalog {
        viewModel("it", { lists }, interface: Interface { output("numbers", { $0 }) })
      })
    let created = host.request(
      1, "viewModel/create", ["name": "it", "id": "r", "observe": [window("numbers", 1, 2)]])
    #expect(created.last?.hasSuffix(#""state":{"numbers":null}}}"#) == true)
    lists.onNext([1, 2, 3, 4])
    lists.onError(Fault())
    host.session.perform(.arrival)
    let update = HostLine.update(
      "r", 1, patch: replace("/numbers", #"{"total":4,"offset":1,"items":[2,3]}"#))
    #expect(
      host.take() == [
        update,
        #"{"jsonrpc":"2.0","method":"viewModel/failed","params":{"id":"r","#
          + #""error":{"code":-32011,"message":"numbers: net"}}}"#,
      ])
    #expect(
      host.request(2, "viewModel/window", move("numbers", 9, 1)) == [
        HostLine.update(
          "r", 2,
          patch: replace("/numbers/offset", "3") + "," + replace("/numbers/items", "[4]")),
        #"{"jsonrpc":"2.0","id":2,"result":{"total":4,"offset":3,"limit":1}}"#,
      ])
  }

  /// A row without a JSON form is no matter while it is not seen; then the frontend keeps what it
  /// had.
  @Test func aRowWithoutAJSONFormIsReportedWhenItIsSeen() {
    let numbers = BehaviorRelay(value: [1, 2, Double.infinity, 4])
    let host = TestHost(
      catalog: Catalog {
        viewModel("it", { numbers }, interface: Interface { output("numbers", { $0 }) })
      })
    _ = host.request(
      1, "viewModel/create", ["name": "it", "id": "r", "observe": [window("numbers", 0, 2)]])
    let lines = host.request(2, "viewModel/window", move("numbers", 1, 2))
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""code":-32011"#) == true)
    #expect(
      lines.last == #"{"jsonrpc":"2.0","id":2,"result":{"total":4,"offset":0,"limit":2}}"#)
    #expect(
      host.request(3, "viewModel/window", move("numbers", 3, 1)) == [
        HostLine.update(
          "r", 1,
          patch: replace("/numbers/offset", "3") + "," + replace("/numbers/items", "[4]")),
        #"{"jsonrpc":"2.0","id":3,"result":{"total":4,"offset":3,"limit":1}}"#,
      ])
  }
}
