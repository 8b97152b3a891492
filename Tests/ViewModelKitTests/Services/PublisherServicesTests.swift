import Reactive
import ReactiveCombine
import Testing

@testable import ViewModelKit

/// Answers of services as publishers.
@Suite struct PublisherServicesTests {
  private struct DoubleRequest: ServiceRequest {
    static let service = "double"
    typealias Response = Int
    let number: Int
  }

  private enum Refusal: Error, Equatable { case negative }

  /// Only the catalog answers.
  private final class NoFrontend: ServiceProvider {
    func answers(_ service: String) -> Bool { false }
    func start(_ call: ServiceCall) {}
    func cancel(_ call: ServiceCall) {}
    func noteUnanswered(_ service: String) {}
  }

  private let services = Services(
    NoFrontend(),
    [
      service(DoubleRequest.self) { request in
        if request.number < 0 { throw Refusal.negative }
        return request.number * 2
      }
    ])

  /// What a publisher sends to its end.
  private func outcome<Failure: Error>(
    of publisher: AnyPublisher<Int, Failure>
  ) async -> [String] {
    var cancellable: AnyCancellable?
    defer { cancellable?.cancel() }
    var steps: [String] = []
    await withCheckedContinuation { continuation in
      cancellable = publisher.sink(
        receiveCompletion: { completion in
          steps.append("\(completion)")
          continuation.resume()
        }, receiveValue: { steps.append("\($0)") })
    }
    return steps
  }

  @Test func anAnswerIsAnElementAndTheEnd() async {
    let answer: AnyPublisher<Int, any Error> = services.response(to: DoubleRequest(number: 4))
    #expect(await outcome(of: answer) == ["8", "finished"])
  }

  @Test func anErrorOfThePublishersTypeIsItsFailure() async {
    let answer: AnyPublisher<Int, Refusal> = services.response(to: DoubleRequest(number: -1))
    #expect(
      await outcome(of: answer) == ["\(Subscribers.Completion<Refusal>.failure(.negative))"])
  }

  @Test func anotherErrorIsReportedAndFinishesIt() async {
    var reported: [any Error] = []
    let scope = BindingScope { reported.append($0) }
    let answer: AnyPublisher<Int, Never> = scope.run {
      services.response(to: DoubleRequest(number: -1))
    }
    #expect(await outcome(of: answer) == ["finished"])
    #expect(reported as? [Refusal] == [.negative])
  }
}
