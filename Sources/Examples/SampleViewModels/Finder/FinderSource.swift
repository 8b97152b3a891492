import Finder
import ViewModelKit

/// Where a finder's candidates come from, some at a time.
enum FinderSource {
  /// The files below a folder.
  case folder(FolderWalk)
  /// What a program writes.
  case command(CommandOutput)
  /// The lines of a file, or of a pipe.
  case file(FileInput)
  /// What a service gives, page after page: the next one, if there is one.
  case service(Services, page: Int?, TextInput)
  /// These.
  case lines([String], TextInput)

  /// What comes next.
  struct Batch: Sendable {
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
      let (rest, batch) = await Self.next(count, of: walk)
      self = .folder(rest)
      return batch
    case .command(let output):
      let (rest, batch) = await Self.next(count, of: output)
      self = .command(rest)
      return batch
    case .file(let file):
      let (rest, batch) = await Self.next(count, of: file)
      self = .file(rest)
      return batch
    case .service(let services, var next, var input):
      // A page without lines does not end the list; only the service says what does.
      var chunk: CandidateChunk?
      while let page = next, chunk == nil {
        let answer = try await services.send(LinesRequest(page: page))
        chunk = input.chunk(of: answer.lines)
        next = answer.nextPage
      }
      self = .service(services, page: next, input)
      return Batch(chunk: chunk)
    case .lines(let lines, var input):
      self = .lines([], input)
      return Batch(chunk: input.chunk(of: lines))
    }
  }

  /// The disk is read on another thread.
  @concurrent private static func next(
    _ count: Int, of walk: FolderWalk
  ) async -> (FolderWalk, Batch) {
    var walk = walk
    let before = walk.unreadable.count
    let chunk = walk.next(count)
    let failures = walk.unreadable[before...].map { "\($0.path): \($0.message)" }
    return (walk, Batch(chunk: chunk, failures: failures))
  }

  /// A program is waited for on another thread.
  @concurrent private static func next(
    _ count: Int, of output: CommandOutput
  ) async -> (CommandOutput, Batch) {
    var output = output
    let hadFailed = output.failure != nil
    let chunk = output.next(count)
    let failures = hadFailed ? [] : [output.failure].compactMap { $0 }
    return (output, Batch(chunk: chunk, failures: failures))
  }

  /// As is what else may write.
  @concurrent private static func next(
    _ count: Int, of file: FileInput
  ) async -> (FileInput, Batch) {
    var file = file
    let chunk = file.next(count)
    return (file, Batch(chunk: chunk))
  }
}

/// Asks a frontend for lines to choose from; pages count from 1.
struct LinesRequest: ServiceRequest {
  static let service = "lines"
  /// The frontend may have to wait itself, for what another program writes.
  static let timeout: Duration? = nil
  struct Response: Codable {
    let lines: [String]
    /// Nothing after the last page.
    let nextPage: Int?
  }
  let page: Int
}
