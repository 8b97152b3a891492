import Dispatch
import Observation
import ViewModelKit

/// Callbacks as they were before async functions: on the main queue, at once, by way of another
/// queue, after a time.
@Observable
package final class DispatchViewModel {
  package private(set) var log: [String] = []

  package func now() {
    DispatchQueue.main.async {
      self.log.append("first")
      DispatchQueue.main.async { self.log.append("second") }
    }
  }

  package func elsewhere() {
    DispatchQueue.global().async {
      let answer = "from elsewhere"
      DispatchQueue.main.async { self.log.append(answer) }
    }
  }

  package func later() {
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) { self.log.append("later") }
  }
}

extension DispatchViewModel: ViewModel {
  package static let interface = Interface<DispatchViewModel> {
    input("now", DispatchViewModel.now)
    input("elsewhere", DispatchViewModel.elsewhere)
    input("later", DispatchViewModel.later)
    output("log", \.log)
  }
}
