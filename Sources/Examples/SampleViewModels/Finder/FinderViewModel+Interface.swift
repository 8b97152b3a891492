import Finder
import ViewModelKit

extension FinderViewModel: ViewModel {
  static let interface = Interface<FinderViewModel> {
    input("query", FinderViewModel.query, "text")
    input("move", FinderViewModel.move, "by")
    input("accept", FinderViewModel.accept, "id")
    input("toggle", FinderViewModel.toggle, "id")
    input("selectAll", FinderViewModel.selectAll)
    input("deselectAll", FinderViewModel.deselectAll)
    input("toggleAll", FinderViewModel.toggleAll)
    input("sort", FinderViewModel.sort, "isOn")
    input("texts", FinderViewModel.texts, "from", "count")
    input("reload", FinderViewModel.reload, "command")
    output("matches", \.matches, window: 100)
    output("total", \.total)
    output("candidates", \.candidates)
    output("isSearching", \.isSearching)
    output("index", \.index)
    output("selected", \.selected)
    output("preview", \.preview)
    output("foundQuery", \.foundQuery)
    output("header", \.header)
    event("accepted", \.onAccepted)
    event("error", \.onError)
  }
}

extension FinderViewModel {
  /// Finds lines if the frontend gives some, or those of a command, which runs in the folder, or
  /// those of a file; else the files below the folder; where none is named, the lines of the
  /// frontend's service; and without one, the files below the folder that the host was started in.
  /// Lines count as paths from the folder on if one is named.
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
          services: Services?, folder: String?, command: [String]?, lines: [String]?, file: String?,
          previewLines: Int, choices: FinderChoices?, context: ViewModelContext
        ) in
        let start = String(
          decoding: try access.path(of: Array((folder ?? ".").utf8)), as: UTF8.self)
        let isGiven = lines != nil || command == nil && file != nil
        let isOfService = lines == nil && command == nil && file == nil && folder == nil
        let options = try FinderOptions(
          access: access, folder: isGiven ? folder : isOfService && services != nil ? nil : start,
          workingFolder: start, previewLines: previewLines, candidateLimit: candidateLimit, choices)
        let source: FinderSource
        if let lines {
          source = .lines(lines, TextInput(options.format))
        } else if let command {
          source = .command(try options.output(of: command))
        } else if let file {
          source = .file(try FileInput(try access.path(ofShown: file), options.format))
        } else if folder == nil, let services {
          source = .service(services, page: 1, TextInput(options.format))
        } else {
          source = .folder(try FolderWalk(start, findsFolders: choices?.folders ?? false))
        }
        return FinderViewModel(source, options, context)
      },
      .services(LinesRequest.self), "folder", "command", "lines", "file",
      .named("previewLines", default: 40), "options", .context)
  }
}
