import Observation
import ViewModelKit

/// Ends the process by each of the traps that authors meet, so that clients can show what they say.
@Observable
package final class CrashViewModel {
  private var said: [String] = []

  package init() {}

  package func fatalError() { Swift.fatalError("boom") }

  package func forceCast() {
    // swift-format-ignore: NeverForceUnwrap
    _ = (said as Any) as! Int
  }

  package func forceUnwrap() {
    // swift-format-ignore: NeverForceUnwrap
    _ = said.first!
  }

  package func indexOutOfRange() { said[7] = "" }

  package func precondition() { Swift.precondition(said.count > 7, "too little was said") }

  /// Prints a line. It may look like the words of a crash, and is none.
  package func say(_ line: String) {
    said.append(line)
    print(line)
  }
}

extension CrashViewModel: ViewModel {
  package static let interface = Interface<CrashViewModel> {
    input("fatalError", CrashViewModel.fatalError)
    input("forceCast", CrashViewModel.forceCast)
    input("forceUnwrap", CrashViewModel.forceUnwrap)
    input("indexOutOfRange", CrashViewModel.indexOutOfRange)
    input("precondition", CrashViewModel.precondition)
    input("say", CrashViewModel.say, "line")
  }
}
