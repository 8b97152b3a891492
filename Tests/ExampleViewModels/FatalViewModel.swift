import Observation
import OperatingSystem
import Reactive
import ViewModelKit

/// Ends the process by all that is no trap in an input: in work of its own, on other threads, for
/// want of memory.
@Observable
package final class FatalViewModel {
  /// What has happened before.
  package private(set) var log: [String] = []
  private let bag = DisposeBag()

  package init() {}

  /// Asks for a word.
  private struct WordRequest: ServiceRequest {
    static let service = "fatal"
    typealias Response = String
  }

  /// Traps when a sleep is over.
  package func sleepThenTrap() {
    Task {
      log.append("asleep")
      try? await Task.sleep(for: .milliseconds(20))
      fatalError("after a sleep")
    }
  }

  /// Traps when a timer fires.
  package func trapInTimer() {
    Observable<Int>.timer(.milliseconds(20), scheduler: MainScheduler.instance)
      .subscribe(onNext: { _ in fatalError("in a timer") }).disposed(by: bag)
  }

  /// Traps on another thread.
  package func trapElsewhere() {
    Task { @concurrent in fatalError("on another thread") }
  }

  /// Traps with what another thread has brought back.
  package func trapWithResult() {
    Task {
      let text = await Self.text()
      fatalError(text)
    }
  }

  /// Traps with what the frontend has answered; what has become of an answer that it does not get
  /// is in the log.
  package func trapWithAnswer() async {
    do {
      let word = try await Services.shared.send(WordRequest())
      fatalError(word)
    } catch {
      log.append("\(error)")
    }
  }

  @concurrent private static func text() async -> String { "with a result" }

  /// Ends the process as if all was well.
  package func exit() { Process.exit(0) }

  /// Ends the process as a command does that has failed.
  package func fail() { Process.exit(3) }

  /// Calls itself until the stack is full.
  package func recurse() { log.append("\(Self.depth(of: log.count))") }

  @inline(never) private static func depth(of count: Int) -> Int {
    count < 0 ? 0 : depth(of: count + 1) + (count & 1)
  }

  /// Asks for more memory than there is.
  package func allocate() {
    var blocks: [[UInt8]] = []
    while blocks.count < 1_000_000 { blocks.append([UInt8](repeating: 1, count: 1 << 20)) }
    log.append("\(blocks.count)")
  }
}

extension FatalViewModel: ViewModel {
  package static let interface = Interface<FatalViewModel> {
    input("sleepThenTrap", FatalViewModel.sleepThenTrap)
    input("trapInTimer", FatalViewModel.trapInTimer)
    input("trapElsewhere", FatalViewModel.trapElsewhere)
    input("trapWithResult", FatalViewModel.trapWithResult)
    input("trapWithAnswer", FatalViewModel.trapWithAnswer)
    input("exit", FatalViewModel.exit)
    input("fail", FatalViewModel.fail)
    input("recurse", FatalViewModel.recurse)
    input("allocate", FatalViewModel.allocate)
    output("log", \.log)
  }
}
