import JSON
import Observation
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// 000-16: `try?` makes nothing of a failure, and that is stored.
@Suite struct WipedUserTests {
  @Test func aFailedFetchWipesTheUser() async {
    let host = TestHost(
      catalog: Catalog { viewModel("wiped", WipedUser.init, .services(UserRequest.self)) })
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["services": ["user"]]])
    let created = host.request(2, "viewModel/create", ["name": "wiped", "id": "u"])
    #expect(
      created == [
        #"{"jsonrpc":"2.0","id":2,"result":{"id":"u","revision":0,"state":{"user":null}}}"#
      ])

    #expect(host.input("u", "fetch") == [call(1)])
    var lines = host.send(#"{"jsonrpc":"2.0","id":"service-1","result":1}"#)
    if lines.isEmpty { lines = await host.nextTurn() }
    #expect(lines == [update(1, "1")])

    #expect(host.input("u", "fetch") == [call(2)])
    lines = host.send(#"{"jsonrpc":"2.0","id":"service-2","error":{"code":1,"message":"net"}}"#)
    if lines.isEmpty { lines = await host.nextTurn() }
    #expect(lines == [update(2, "null")])
  }

  private func call(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(number)","method":"service/call","#
      + #""params":{"service":"user","id":"u","arguments":{}}}"#
  }

  private func update(_ revision: Int, _ user: String) -> String {
    HostLine.update("u", revision, patch: HostLine.replace("/user", user))
  }
}

private struct UserRequest: ServiceRequest {
  static let service = "user"
  typealias Response = Int
}

@Observable
private final class WipedUser: ViewModel {
  private(set) var user: Int?
  private let services: Services

  init(services: Services) { self.services = services }

  func fetch() async { user = try? await services.send(UserRequest()) }

  static let interface = Interface<WipedUser> {
    input("fetch", WipedUser.fetch)
    output("user", \.user)
  }
}
