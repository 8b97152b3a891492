import Finder
import ViewModelKit

extension FinderViewModel: ViewModel {
  static let interface = Interface<FinderViewModel> {
    input("query", FinderViewModel.query, "text")
    input("move", FinderViewModel.move, "by")
    input("accept", FinderViewModel.accept)
    input("toggle", FinderViewModel.toggle)
    output("matches", \.matches)
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
  /// Finds the files below a folder if the frontend names one; else the lines of the frontend's service; else the files
  /// below the folder that it was started in.
  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name,
      {
        (
          services: Services?, folder: String?, limit: Int, previewLines: Int,
          context: ViewModelContext
        ) in
        let isLines = folder == nil && services != nil
        let options = try FinderOptions(
          folder: isLines ? nil : folder ?? ".", limit: limit, previewLines: previewLines)
        let source: FinderSource =
          if isLines, let services {
            .lines(services, page: 1)
          } else {
            .folder(try FolderWalk(folder ?? "."))
          }
        return FinderViewModel(source, options, context)
      },
      .services(LinesRequest.self), "folder", .named("limit", default: 100),
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
  /// Where the candidates are files; nothing when they are lines.
  let folder: String?
  /// How many rows are shown at most.
  let limit: Int
  let previewLines: Int

  /// - Throws: when a number is out of its range.
  init(folder: String?, limit: Int, previewLines: Int) throws {
    guard 1...10_000 ~= limit else {
      throw FinderOptionError(description: "limit must be from 1 to 10000")
    }
    guard 0...1_000 ~= previewLines else {
      throw FinderOptionError(description: "previewLines must be from 0 to 1000")
    }
    self.folder = folder
    self.limit = limit
    self.previewLines = previewLines
  }
}

struct FinderOptionError: Error, CustomStringConvertible {
  let description: String
}
