import JSON
import Testing
import ViewModelKit

@testable import HostEngine

/// Not more may be on its way than the limit says; what ends makes room.
@Suite struct CallLimitTests {
  private let host = TestHost(options: Session.Options(callLimit: 2))

  private let tooMany =
    #"{"code":-32016,"message":"2 asynchronous inputs are on their way, and no more may be"}"#

  @Test func anInputThatIsOneTooManyIsRefused() {
    _ = host.request(1, "viewModel/create", ["name": "user", "id": "u"])
    for seq in 1...2 { #expect(host.input("u", "fetch", [7], seq: .integer(Int64(seq))) == []) }
    #expect(
      host.input("u", "fetch", [7], seq: 3) == [
        #"{"jsonrpc":"2.0","method":"viewModel/rejected","params":{"id":"u","input":"fetch","seq":3,"error":\#(tooMany)}}"#
      ])
    let call: JSONValue = ["id": "u", "input": "fetch", "arguments": [7]]
    #expect(
      host.request(2, "viewModel/call", call) == [
        #"{"jsonrpc":"2.0","id":2,"error":\#(tooMany)}"#
      ])
    // A second instance has no room either, and everything else continues.
    _ = host.request(3, "viewModel/create", ["name": "user", "id": "v"])
    #expect(host.input("v", "fetch", [7]).count == 1)
    #expect(host.request(4, "viewModel/dispose", ["id": "u"]).count == 3)
    #expect(host.input("v", "fetch", [7], seq: 4) == [])
  }

  @Test func aServiceCallThatIsOneTooManyFailsInTheViewModel() throws {
    let services = InstanceServices(calls: host.session.services, instance: "v")
    var errors: [String] = []
    for page in 1...3 {
      services.start(
        ServiceCall("items", ["page": .integer(Int64(page))], timeout: nil) {
          if case .failure(let error) = $0 { errors.append("\(page): \(error.code)") }
        })
    }
    host.session.perform(.arrival)
    #expect(host.take().count == 2)
    #expect(errors == ["3: -32016"])
    _ = host.send(#"{"jsonrpc":"2.0","id":"service-1","result":{}}"#)
    services.start(ServiceCall("items", [:], timeout: nil) { _ in })
    host.session.perform(.arrival)
    #expect(host.take().count == 1)
  }
}
