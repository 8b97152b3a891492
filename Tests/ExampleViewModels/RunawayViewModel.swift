import Observation
import ViewModelKit

/// Two properties that set each other for ever, until an input stops them.
@Observable
package final class RunawayViewModel {
  package private(set) var ping = 0
  package private(set) var pong = 0
  @ObservationIgnored private var isStopped = false

  package init() {}

  package func start() {
    isStopped = false
    setPing()
  }

  package func stop() { isStopped = true }

  private func setPing() {
    ping = pong + 1
    if !isStopped { Task { setPong() } }
  }

  private func setPong() {
    pong = ping + 1
    if !isStopped { Task { setPing() } }
  }
}

extension RunawayViewModel: ViewModel {
  package static let interface = Interface<RunawayViewModel> {
    input("start", RunawayViewModel.start)
    input("stop", RunawayViewModel.stop)
    output("ping", \.ping)
    output("pong", \.pong)
  }
}
