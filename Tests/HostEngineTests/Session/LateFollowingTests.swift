import ExampleViewModels
import TestSupport
import Testing

@testable import HostEngine

/// Outputs that change in turn after turn are read in each, and followed only when it is quiet.
struct LateFollowingTests {
  private let host: TestHost
  private let form: FormViewModel

  init() throws {
    host = TestHost()
    host.session.supportsQuiet = true
    _ = host.request(1, "viewModel/create", ["name": "example.form", "id": "f"])
    form = try #require(try host.session.instances.instance("f").hosted.viewModel as? FormViewModel)
    for (index, name) in ["Ada", "Grace", "Barbara", "Leslie"].enumerated() {
      #expect(
        host.input("f", "rename", [.string(name)]) == [update(index + 1, name)],
        "each change is told in its turn")
    }
    #expect(host.session.timeToQuiet != nil)
  }

  private func update(_ revision: Int, _ name: String) -> String {
    HostLine.update("f", revision, patch: HostLine.replace("/name", "\"\(name)\""))
  }

  @Test func anUnreportedChangeIsFoundInTheNextTurn() {
    form.rename(name: "Donald")
    #expect(host.session.changes.isEmpty)
    #expect(
      host.request(2, "ping") == [update(5, "Donald"), #"{"jsonrpc":"2.0","id":2,"result":{}}"#])
  }

  @Test func anUnreportedChangeIsFoundWhenItIsQuiet() {
    form.rename(name: "Donald")
    host.session.perform(.quiet)
    #expect(host.take() == [update(5, "Donald")])
    #expect(host.session.timeToQuiet == nil)
  }

  @Test func whatStaysTheSameIsFollowed() throws {
    #expect(host.request(2, "ping") == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
    #expect(try !host.session.instances.instance("f").hosted.isDue)
    form.rename(name: "Donald")
    #expect(!host.session.changes.isEmpty)
  }

  @Test func nothingIsTurnedIntoAChangeByLookingAtIt() {
    host.session.perform(.quiet)
    #expect(host.take() == [])
  }

  @Test func aDisposedInstanceIsNotLookedAt() {
    #expect(
      host.request(2, "viewModel/dispose", ["id": "f"])
        == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
    form.rename(name: "Donald")
    host.session.perform(.quiet)
    #expect(host.take() == [])
  }
}
