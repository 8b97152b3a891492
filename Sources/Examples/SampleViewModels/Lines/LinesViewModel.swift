import Observation
import ViewModelKit

/// The lines of a file of any size, of which only those are read that somebody sees.
///
/// The file is looked through for line ends on another thread, and shown meanwhile: `lines` grows, and `indexed` bytes of
/// `bytes` say how far that is. Then its size is asked for four times a second, so that a file that grows is followed;
/// one that has become shorter is read anew. It is always the file that was opened, whatever has its name since.
@Observable
final class LinesViewModel {
  private(set) var lines: FileLines
  /// How long the file is.
  private(set) var bytes: Int
  /// How much of it has been looked through.
  private(set) var indexed = 0
  @ObservationIgnored private let file: LineFile

  /// - Throws: when it cannot be read, or is none.
  init(path: String, context: ViewModelContext) throws {
    file = try LineFile(path)
    lines = FileLines(of: file)
    bytes = file.size
    context.task { [weak self, clock = context.clock] in
      while try await self?.index() != nil {
        try await clock.sleep(for: .milliseconds(250))
      }
    }
  }

  /// Looks through what has come since the last time.
  private func index() async throws {
    while true {
      let size = file.size
      if size != bytes { bytes = size }
      if size < indexed {
        // Somebody writes it anew.
        lines = FileLines(of: file)
        indexed = 0
      }
      if size == indexed { return }
      let scan = await lines.scan.goOn(in: file)
      try Task.checkCancellation()
      // It has become shorter since, or cannot be read.
      if scan.offset == indexed { return }
      lines.take(scan)
      indexed = scan.offset
    }
  }
}

extension LinesViewModel: ViewModel {
  static let interface = Interface<LinesViewModel> {
    output("lines", \.lines, window: 100)
    output("bytes", \.bytes)
    output("indexed", \.indexed)
  }
}
