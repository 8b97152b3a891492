import Observation
import ViewModelKit

/// Asks for one part of the work.
struct PartRequest: ServiceRequest {
  static let service = "part"
  typealias Response = String
  let index: Int
}

/// As many requests at once as the frontend likes: a task group, where operators of a fixed arity would not do.
///
/// The results are in the order of the parts, however they come. The first error ends the others; so does another load.
@Observable
final class ParallelViewModel {
  private(set) var results: [String] = []
  private(set) var loading = false

  @ObservationIgnored var onError: ((String) -> Void)?

  @ObservationIgnored private let services: Services
  @ObservationIgnored private var load: Task<Void, Never>?

  init(services: Services) { self.services = services }

  /// - Parameter count: up to 10,000.
  func load(count: Int) throws {
    guard 0...10_000 ~= count else { throw UnreasonableCount(count: count) }
    load?.cancel()
    loading = true
    load = Task { [weak self, services] in
      do {
        let results = try await Self.parts(count, services)
        if Task.isCancelled { return }
        self?.results = results
      } catch {
        if Task.isCancelled { return }
        self?.onError?("\(error)")
      }
      self?.loading = false
    }
  }

  struct UnreasonableCount: Error, CustomStringConvertible {
    let count: Int
    var description: String { "count: expected 0 to 10000, found \(count)" }
  }

  private static func parts(_ count: Int, _ services: Services) async throws -> [String] {
    try await withThrowingTaskGroup { group in
      for index in 0..<count {
        group.addTask { (index, try await part(index, services)) }
      }
      var results = [String](repeating: "", count: count)
      for try await (index, result) in group { results[index] = result }
      return results
    }
  }

  private static func part(_ index: Int, _ services: Services) async throws -> String {
    try await services.send(PartRequest(index: index))
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
