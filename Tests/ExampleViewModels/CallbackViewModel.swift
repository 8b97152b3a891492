import Observation
import Reactive
import ViewModelKit

/// Has methods with completion handlers, reports what it does through closures that are not
/// optional, and keeps its last error.
@Observable
package final class CallbackViewModel {
  package enum Fault: Error { case refused }

  package private(set) var waiting: [Int] = []
  package private(set) var error: (any Error)?
  @ObservationIgnored package var onEnd: (Int, String) -> Void = { _, _ in }
  @ObservationIgnored
  private var handlers: [(id: Int, call: (Result<String, any Error>) -> Void)] = []

  package init() {}

  package func fetch(
    id: Int, completion: @escaping (Result<String, any Error>) -> Void
  ) -> any Disposable {
    waiting.append(id)
    handlers.append((id, completion))
    return Disposables.create { self.forget(id: id) }
  }

  /// Calls all handlers with that id.
  package func answer(id: Int, text: String) { end(id, .success(text)) }
  package func refuse(id: Int) { end(id, .failure(Fault.refused)) }

  /// Lets go of them without calling any.
  package func forget(id: Int) {
    waiting.removeAll { $0 == id }
    handlers.removeAll { $0.id == id }
  }

  private func end(_ id: Int, _ result: Result<String, any Error>) {
    if case .failure(let error) = result { self.error = error }
    let ended = handlers.filter { $0.id == id }
    forget(id: id)
    for handler in ended { handler.call(result) }
    onEnd(id, (try? result.get()) ?? "none")
  }
}

extension CallbackViewModel: ViewModel {
  package struct End: Codable {
    let id: Int
    let text: String
  }

  package static let interface = Interface<CallbackViewModel> {
    input("fetch", "id") { viewModel, id in
      try await completion { viewModel.fetch(id: id, completion: $0) }
    }
    input("answer", CallbackViewModel.answer, "id", "text")
    input("refuse", CallbackViewModel.refuse, "id")
    input("forget", CallbackViewModel.forget, "id")
    output("waiting", \.waiting)
    output("error", \.error)
    event("ended") { (viewModel, send: EventSender<End>) in
      viewModel.onEnd = { send(End(id: $0, text: $1)) }
    }
  }
}
