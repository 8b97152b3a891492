import Foundation
import Observation
import ViewModelHost
import ViewModelKit

/// Counts up, at once or in an asynchronous function that does not wait: the samples have none.
@MainActor @Observable
final class Probe {
  private(set) var count = 0
  func plain() { count += 1 }
  func asynchronous() async { count += 1 }
}

extension Probe: ViewModel {
  static let interface = Interface<Probe> {
    input("plain", Probe.plain)
    input("asynchronous", Probe.asynchronous)
    output("count", \.count)
  }
}

/// Turns this process into a host that offers the probe.
@MainActor func serveProbe() -> Never {
  Host("benchmarks", version: "1", Catalog { viewModel("probe", Probe.init) }).main()
}

/// What an asynchronous input that does not wait costs more than a synchronous one.
func asyncInput(_ programs: Programs) throws -> [Row] {
  setenv(Programs.probe, "1", 1)
  defer { unsetenv(Programs.probe) }
  return try onOneCore {
    let plain = Load("plain", count: 100_000) { Conversation.update($0) }
    let asynchronous = Load("asynchronous", count: 100_000) { Conversation.update($0) }
    var plainTimes = Samples()
    var asyncTimes = Samples()
    for _ in 0..<5 {
      plainTimes.add(seconds: try plain.run(try Peer(programs.itself), "probe"))
      asyncTimes.add(
        seconds: try asynchronous.run(try Peer(programs.itself), "probe")
      )
    }
    let limit = plainTimes.median / Double(plain.count) * 1e6
    let microseconds = asyncTimes.median / Double(asynchronous.count) * 1e6
    return [
      Row(
        name: "asynchronous input, one core",
        figure: "\(digits(microseconds - limit)) µs more",
        ratio: "\(digits(microseconds / limit)) × synchronous (\(digits(limit)) µs)",
        goal: "at most 3 µs more",
        isMet: microseconds - limit <= 3
      )
    ]
  }
}
