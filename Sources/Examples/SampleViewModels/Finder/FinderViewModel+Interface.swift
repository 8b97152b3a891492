import Finder
import ViewModelKit

extension FinderViewModel: ViewModel {
  static let interface = Interface<FinderViewModel> {
    input("query", FinderViewModel.query, "text")
    input("move", FinderViewModel.move, "by")
    input("accept", FinderViewModel.accept)
    input("toggle", FinderViewModel.toggle)
    output("matches", \.matches, window: 100)
    output("total", \.total)
    output("candidates", \.candidates)
    output("isSearching", \.isSearching)
    output("index", \.index)
    output("selected", \.selected)
    output("preview", \.preview)
    event("accepted", \.onAccepted)
    event("error", \.onError)
  }
}

extension FinderViewModel {
  /// Finds lines if the frontend gives some, or those of a command, which runs in the folder; else the files below the
  /// folder; where none is named, the lines of the frontend's service; and without one, the files below the folder that
  /// the host was started in. Lines count as paths from the folder on if one is named.
  ///
  /// - Parameters:
  ///   - access: which files, and whether commands are run.
  ///   - candidateLimit: after how many candidates it takes no more.
  static func entry(
    _ name: String, _ access: FileAccess, candidateLimit: Int = 10_000_000
  ) -> CatalogEntry {
    viewModel(
      name,
      {
        (
          services: Services?, folder: String?, command: [String]?, lines: [String]?,
          previewLines: Int, context: ViewModelContext
        ) in
        let start = String(
          decoding: try access.path(of: Array((folder ?? ".").utf8)), as: UTF8.self)
        let source: FinderSource
        var root: String? = start
        if let lines {
          source = .lines(lines)
          root = folder
        } else if let command {
          guard access.folder == nil else {
            throw ParameterError(description: "command: this host runs no commands")
          }
          source = .command(try CommandOutput(command, in: start))
        } else if folder == nil, let services {
          source = .service(services, page: 1)
          root = nil
        } else {
          source = .folder(try FolderWalk(start))
        }
        let options = try FinderOptions(
          access: access, folder: root, previewLines: previewLines, candidateLimit: candidateLimit)
        return FinderViewModel(source, options, context)
      },
      .services(LinesRequest.self), "folder", "command", "lines",
      .named("previewLines", default: 40), .context)
  }
}

/// Something that was chosen.
nonisolated struct FinderItem: Encodable, Equatable, Identifiable {
  let id: Int
  let text: String
}

/// What a finder is created with.
nonisolated struct FinderOptions {
  let access: FileAccess
  /// From where the candidates are paths of files; nothing when they are not.
  let folder: String?
  /// How many lines a preview has at most; with 0 there is none.
  let previewLines: Int
  /// After so many candidates, or so many bytes of them, there are no more.
  let candidateLimit: Int
  static let byteLimit = 1 << 30
  /// How many bytes of a query count. It is read on the main actor.
  static let queryLimit = 4_096

  /// - Throws: when a number is out of its range.
  init(access: FileAccess, folder: String?, previewLines: Int, candidateLimit: Int) throws {
    guard 0...1_000 ~= previewLines else {
      throw ParameterError(description: "previewLines must be from 0 to 1000")
    }
    self.access = access
    self.folder = previewLines == 0 ? nil : folder
    self.previewLines = previewLines
    self.candidateLimit = candidateLimit
  }
}
