import Observation
import ViewModelKit

/// As many requests at once as the frontend likes: a task group, where operators of a fixed arity
/// would not do.
///
/// The results are in the order of the parts, however they come. The first error ends the others;
/// so does another load.
@Observable
final class ParallelViewModel {
  /// What came, in the order of the parts.
  private(set) var results: [String] = []
  /// Whether parts are still to come.
  private(set) var loading = false

  /// A part could not be had; the results are as before.
  @ObservationIgnored var onError: ((String) -> Void)?

  @ObservationIgnored private let services: Services
  @ObservationIgnored private var load: Task<Void, Never>?

  init(services: Services) { self.services = services }

  /// Asks for all parts, and cancels the requests that run.
  ///
  /// - Parameter count: how many, up to 10,000.
  /// - Throws: when they are more, or less than none.
  func load(count: Int) throws {
    let requests = try PartRequest.parts(count)
    load?.cancel()
    loading = true
    load = Task { [weak self, services] in
      do {
        let results = try await Self.results(of: requests, services)
        if Task.isCancelled { return }
        self?.results = results
      } catch {
        if Task.isCancelled { return }
        self?.onError?("\(error)")
      }
      self?.loading = false
    }
  }

  private static func results(
    of requests: [PartRequest], _ services: Services
  ) async throws -> [String] {
    try await withThrowingTaskGroup { group in
      for request in requests {
        group.addTask { (request.index, try await result(of: request, services)) }
      }
      var results = [String](repeating: "", count: requests.count)
      for try await (index, result) in group { results[index] = result }
      return results
    }
  }

  private static func result(of request: PartRequest, _ services: Services) async throws -> String {
    try await services.send(request)
  }
}

extension ParallelViewModel: ViewModel {
  static let interface = Interface<ParallelViewModel> {
    input("load", ParallelViewModel.load, "count")
    output("results", \.results)
    output("loading", \.loading)
    event("error", \.onError)
  }
}
