import Observation
import ViewModelKit

/// The lines of a file of any size, of which only those are read that are shown.
///
/// The file is looked through for line ends on another thread, and shown meanwhile: `lines` grows,
/// and `indexed` bytes of `bytes` say how far that is. Then it is looked at four times a second, so
/// that a file that grows is followed; one that was written again is read again. That is seen by
/// its size, by the time of the last change, and by its first 4 KiB and those before where it
/// ended: what else changes in a file that grows meanwhile is not. It is always the file that was
/// opened, whatever has its name since.
@Observable
final class LinesViewModel {
  private(set) var lines: FileLines
  /// How long the file is.
  private(set) var bytes: Int
  /// How much of it has been looked through.
  private(set) var indexed = 0
  @ObservationIgnored private let file: LineFile
  /// What the file was when the last look at it began.
  @ObservationIgnored private var version: LineFile.Version

  /// - Throws: when it cannot be read, or is none.
  init(path: String, access: FileAccess, context: ViewModelContext) throws {
    file = try LineFile(path, access)
    lines = FileLines(of: file)
    version = file.version
    bytes = version.size
    context.task { [weak self, clock = context.clock] in
      while try await self?.index() != nil {
        try await clock.sleep(for: .milliseconds(250))
      }
    }
  }

  /// Looks through what has come since the last time.
  private func index() async throws {
    while true {
      let now = file.version
      if now.size != bytes { bytes = now.size }
      if now.size == indexed && now == version { return }
      let grows = now.size > indexed
      version = now
      var known = grows ? lines : FileLines(of: file)
      var scan = await known.scan.goOn(in: file)
      if scan == nil {
        known = FileLines(of: file)
        scan = await known.scan.goOn(in: file)
      }
      try Task.checkCancellation()
      guard let scan else { return }
      // It has become shorter since, or cannot be read.
      if grows && scan.offset == indexed { return }
      known.take(scan)
      lines = known
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
