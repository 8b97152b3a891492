import Finder
import ViewModelKit

/// Where a finder's candidates come from, some at a time.
enum FinderSource {
  /// The files below a folder.
  case folder(FolderWalk)
  /// What a service gives, page after page: the next one, if there is one.
  case lines(Services, page: Int?)

  /// What comes next.
  struct Batch {
    /// Nothing when there is no more.
    let chunk: CandidateChunk?
    /// What could not be read.
    var failures: [String] = []
  }

  /// The next candidates.
  ///
  /// - Parameter count: how many of them, about; a service gives as many as it likes.
  /// - Throws: what a service answers.
  mutating func next(_ count: Int) async throws -> Batch {
    switch self {
    case .folder(let walk):
      let before = walk.unreadable.count
      let (rest, chunk) = await Self.next(count, of: walk)
      self = .folder(rest)
      return Batch(
        chunk: chunk, failures: rest.unreadable[before...].map { "\($0.path): \($0.message)" })
    case .lines(let services, var next):
      var builder = CandidateChunkBuilder()
      // A page without lines does not end the list; only the service says what does.
      while let page = next, builder.count == 0 {
        let answer = try await services.send(LinesRequest(page: page))
        for line in answer.lines { builder.append(Array(line.utf8)) }
        next = answer.nextPage
      }
      self = .lines(services, page: next)
      return Batch(chunk: builder.count == 0 ? nil : builder.finish())
    }
  }

  /// The disk is read on another thread.
  @concurrent private static func next(
    _ count: Int, of walk: FolderWalk
  ) async -> (FolderWalk, CandidateChunk?) {
    var walk = walk
    let chunk = walk.next(count)
    return (walk, chunk)
  }
}

/// Asks a frontend for lines to choose from; pages count from 1.
struct LinesRequest: ServiceRequest {
  static let service = "lines"
  struct Response: Codable {
    let lines: [String]
    /// Nothing after the last page.
    let nextPage: Int?
  }
  let page: Int
}
