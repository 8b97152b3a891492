import Observation
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// Outputs without notifications are read again in every turn, and the author is warned once.
struct UnfollowedTests {
  final class Helper { var count = 0 }

  @Observable final class Owner {
    var name = "\u{e9}"
    func rename(name: String) { self.name = name }
  }
  final class Viewer {
    private let owner: Owner
    init(owner: Owner) { self.owner = owner }
    var name: String { owner.name }
  }

  @Observable final class Counting {
    @ObservationIgnored let helper: Helper
    let name = "a name"
    private(set) var own = 0
    init(_ helper: Helper) { self.helper = helper }
    func countUp() { own += 1 }
  }

  private final class Plain {
    var count = 0
    func countUp() { count += 1 }
  }

  private let host: TestHost
  private let helper: Helper
  private var warnings: Warnings

  private final class Warnings { var list: [String] = [] }

  init() {
    let helper = Helper()
    self.helper = helper
    let catalog = Catalog {
      viewModel(
        "counting", { Counting(helper) },
        interface: Interface {
          input("countUp", Counting.countUp)
          output("own", \.own)
          output("helped", \.helper.count)
          output("name", constant: \.name)
        })
      viewModel(
        "plain", { Plain() },
        interface: Interface {
          input("countUp", Plain.countUp)
          output("count", \.count)
        })
    }
    host = TestHost(catalog: catalog)
    let warnings = Warnings()
    self.warnings = warnings
    host.session.advice.show = { warnings.list.append($0) }
  }

  /// The setter finds the two forms of é equal, and sends no notification.
  @Test func whoUsesAnInstanceSeesWhatItIsGivenInSilence() {
    let host = TestHost(
      catalog: Catalog {
        viewModel(
          "owner", Owner.init,
          interface: Interface {
            input("rename", Owner.rename, "name")
            output("name", \.name)
          })
        viewModel(
          "viewer", Viewer.init, .uses("owner"), interface: Interface { output("name", \.name) })
      })
    _ = host.request(1, "viewModel/create", ["name": "owner", "id": "o"])
    _ = host.request(2, "viewModel/create", ["name": "viewer", "id": "v", "uses": ["owner": "o"]])
    let change = #""revision":1,"patch":[{"op":"replace","path":"/name","value":"\#("e\u{301}")"}]"#
    #expect(
      host.input("o", "rename", ["e\u{301}"]) == [
        #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"o",\#(change)},{"id":"v",\#(change)}]}}"#
      ])
  }

  @Test func aChangeIsPublishedInWhateverTurnComesNext() {
    _ = host.request(1, "viewModel/create", ["name": "counting", "id": "c"])
    helper.count = 3
    #expect(
      host.request(2, "ping") == [
        HostLine.update("c", 1, patch: HostLine.replace("/helped", "3")),
        #"{"jsonrpc":"2.0","id":2,"result":{}}"#,
      ])
    #expect(host.request(3, "ping").count == 1)
  }

  @Test func whatIsDisposedInTheTurnOfItsCreationIsNoReasonToWarn() {
    _ = host.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"counting","id":"c"}},"#
        + #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"countUp"}},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"viewModel/dispose","params":{"id":"c"}}]"#)
    #expect(warnings.list.allSatisfy { !$0.contains("the output own") })
  }

  @Test func anUnobservedOutputIsNoReasonToWarn() {
    _ = host.request(
      1, "viewModel/create", ["name": "counting", "id": "c", "observe": ["name"]])
    _ = host.input("c", "countUp")
    #expect(warnings.list == [])
    _ = host.request(2, "viewModel/observe", ["id": "c", "observe": ["own", "helped"]])
    #expect(warnings.list.map { $0.contains("the output helped") } == [true])
  }

  @Test func theAuthorIsWarnedOnceForEachOutput() {
    for id in ["a", "b"] {
      _ = host.request(1, "viewModel/create", ["name": "counting", "id": .string(id)])
      _ = host.input(id, "countUp")
    }
    #expect(
      warnings.list == [
        """
        counting: the output helped is read again in every turn, as it reads nothing that is followed: make the class \
        that it belongs to @Observable (or the property @Published), or, if the output never changes, say \
        output("helped", constant: …)
        """
      ])
  }

  @Test func whatTheTypesShowIsSaidWithTheFirstInstanceAndNotAgain() {
    _ = host.request(1, "viewModel/create", ["name": "plain", "id": "p"])
    #expect(warnings.list.map { $0.hasPrefix("plain: Plain sends no notification") } == [true])
    #expect(host.input("p", "countUp").count == 1)
    _ = host.request(2, "viewModel/create", ["name": "plain", "id": "q"])
    #expect(warnings.list.count == 1)
  }

  @Test func aFrontendThatWantsWarningsGetsThem() {
    let lines = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["log": "warning"]])
    #expect(lines.count == 1)
    let plain = host.request(2, "viewModel/create", ["name": "plain", "id": "p"])
    #expect(
      plain.contains {
        $0.contains(#""method":"host/log""#) && $0.contains("plain: Plain sends no notification")
      })
    let counting = host.request(3, "viewModel/create", ["name": "counting", "id": "c"])
    #expect(counting.contains { $0.contains("the output helped is read again in every turn") })
  }

  @Test func aSnapshotReadsAllOutputsAgain() {
    _ = host.request(1, "viewModel/create", ["name": "plain", "id": "p"])
    _ = host.request(2, "viewModel/dispose", ["id": "p"])
    _ = host.request(3, "viewModel/create", ["name": "counting", "id": "c"])
    helper.count = 7
    #expect(
      host.request(4, "viewModel/snapshot", ["id": "c"]).last
        == #"{"jsonrpc":"2.0","id":4,"result":{"id":"c","revision":1,"state":{"own":0,"helped":7,"name":"a name"}}}"#
    )
  }
}
