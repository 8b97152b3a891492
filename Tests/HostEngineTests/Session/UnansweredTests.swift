import JSON
import Reactive
import Testing
import ViewModelKit

@testable import HostEngine

/// An unanswered request is reported to the author and to the frontend, once for each service.
@Suite struct UnansweredTests {
  private struct FoosRequest: ServiceRequest {
    static let service = "foos"
    typealias Response = [String]
  }

  /// What all ViewModels share, as the client of an API.
  private final class Client {
    func foos() -> Observable<[String]> { Services.shared.response(to: FoosRequest()) }
  }

  private final class Foos {
    let load = PublishRelay<Void>()
    let foos: Driver<[String]>

    init(_ client: Client) {
      foos = load.flatMapLatest { client.foos().catchAndReturn([]) }
        .asDriver(onErrorDriveWith: .empty())
    }
  }

  private final class Shown {
    var sentences: [String] = []
  }

  private static let interface = Interface<Foos> {
    input("load", \.load)
    output("foos", \.foos)
  }

  private static let sentence = """
    the service foos is unavailable, so a request of Services.shared has failed: the frontend has to name it in the \
    capabilities of initialize, or the catalog to answer it, with service(…) { … }
    """

  private func host(_ shown: Shown, _ more: ServiceImplementation...) -> TestHost {
    let host = TestHost(
      catalog: Catalog {
        viewModel("foos", { Foos(Client()) }, interface: Self.interface)
        for service in more { service }
      })
    host.session.advice.show = { shown.sentences.append($0) }
    return host
  }

  private func initialize(_ host: TestHost, services: JSONValue = []) {
    _ = host.request(
      1, "initialize",
      ["protocolVersions": ["1"], "capabilities": ["log": "warning", "services": services]])
    _ = host.request(2, "viewModel/create", ["name": "foos", "id": "f"])
  }

  @Test func itIsPublishedOnce() {
    let shown = Shown()
    let host = host(shown)
    initialize(host)
    let log =
      #"{"jsonrpc":"2.0","method":"host/log","params":{"level":"warning","message":"#
      + "\(JSONValue.string(Self.sentence))}}"
    #expect(host.input("f", "load").filter { $0.contains("host/log") } == [log])
    #expect(host.input("f", "load") == [])
    #expect(shown.sentences == [Self.sentence])
  }

  @Test func aSimilarNameOfTheFrontendIsNamed() {
    let shown = Shown()
    let host = host(shown)
    initialize(host, services: ["foo"])
    _ = host.input("f", "load")
    #expect(shown.sentences == [Self.sentence + "; the frontend answers only foo"])
  }

  @Test func whatTheFrontendAnswersIsNot() {
    let shown = Shown()
    let host = host(shown)
    initialize(host, services: ["foos"])
    #expect(host.input("f", "load").contains { $0.contains("service/call") })
    #expect(shown.sentences == [])
  }

  @Test func whatTheCatalogAnswersIsNot() {
    let shown = Shown()
    let host = host(shown, service(FoosRequest.self) { _ in Observable.just(["a"]) })
    initialize(host)
    #expect(host.input("f", "load").contains { $0.contains(#"["a"]"#) })
    #expect(shown.sentences == [])
  }
}
