import Observation
import OperatingSystem
import ViewModelKit

/// Looks at what the host does not give it: chance, the system's clock, a file. So its session is
/// another one each time.
@Observable
package final class ChanceViewModel {
  /// How often the dice were thrown.
  package private(set) var count = 0
  package private(set) var dice: [Int] = []
  /// By the system's clock, in nanoseconds.
  package private(set) var time: Int64 = 0
  /// What the file `chance` has, in the host's folder.
  package private(set) var text = ""
  package private(set) var naps = 0
  package private(set) var answers: [String] = []
  /// The dice show the greatest number.
  @ObservationIgnored package var onLuck: ((Int) -> Void)?

  @ObservationIgnored private let services: Services

  package struct BadLuck: Error {}

  /// Asks for anything.
  struct Request: ServiceRequest {
    static let service = "chance"
    typealias Response = String
    let number: Int
  }

  /// - Throws: as chance has it, if it is asked.
  package init(services: Services, risky: Bool) throws {
    self.services = services
    if risky && Bool.random() { throw BadLuck() }
  }

  package func throwDice() {
    count += 1
    dice = (0..<Int.random(in: 1...3)).map { _ in .random(in: 1...6) }
    if dice.contains(6) { onLuck?(count) }
  }

  package func look() { time = Process.nanoseconds() }

  package func read() {
    text = (try? Files.read("chance")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Sleeps, or not, for some time.
  ///
  /// - Returns: the dice.
  /// - Throws: as chance has it.
  package func nap() async throws -> [Int] {
    if Bool.random() { try await Task.sleep(for: .milliseconds(Int.random(in: 0...30))) }
    naps += 1
    if Int.random(in: 0...4) == 0 { throw BadLuck() }
    return dice
  }

  /// Asks the frontend, as often and for whatever chance has it.
  package func ask() async throws {
    for _ in 0..<Int.random(in: 0...2) {
      answers.append(try await services.send(Request(number: .random(in: 0...2))))
    }
  }
}

extension ChanceViewModel: ViewModel {
  package static let interface = Interface<ChanceViewModel> {
    input("throwDice", ChanceViewModel.throwDice)
    input("look", ChanceViewModel.look)
    input("read", ChanceViewModel.read)
    input("nap", ChanceViewModel.nap)
    input("ask", ChanceViewModel.ask)
    output("count", \.count)
    output("dice", \.dice)
    output("time", \.time)
    output("text", \.text)
    output("naps", \.naps)
    output("answers", \.answers)
    event("luck", \.onLuck)
  }
}
