import Finder
import OperatingSystem

/// The entries of a folder on disk as the pages of a list, sorted by the bytes of their names.
///
/// The names are read with the first page; what kind of entry each is, when its page is asked for.
/// A folder's name ends with a slash; bytes of a name that are no UTF-8 are written as `\xFF`.
///
/// The disk is read on the main actor, a page at a time. What another thread reads comes at another
/// time in each run, and a recorded session would not replay; what is slow, such as a network, is
/// better asked of a service.
final class Folder: ItemsService {
  private let path: String
  private let pageSize: Int
  private var names: [[UInt8]] = []

  /// - Throws: when a page would be empty, or when it is no path.
  init(_ path: String, pageSize: Int) throws {
    guard pageSize > 0 else { throw ParameterError(description: "pageSize must be at least 1") }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ParameterError(description: "folder must be a path, without NUL")
    }
    self.path = path
    self.pageSize = pageSize
  }

  func items(page: Int) async throws -> ItemsPage {
    if page == 1 {
      // Loads that were given up before their turn came need not read anything.
      try Task.checkCancellation()
      names = try Files.entries(ofFolder: Array(path.utf8)).map(\.name)
    }
    let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: pageSize)
    let start = overflow ? names.count : min(offset, names.count)
    let end = start + min(pageSize, names.count - start)
    return ItemsPage(
      items: names[start..<end].map { Self.item($0, in: path) },
      pages: ItemsPage.Pages(currentPage: page, nextPage: end < names.count ? page + 1 : nil))
  }

  private static func item(_ name: [UInt8], in path: String) -> Item {
    let id = EscapedText.write(name)
    let isFolder = Files.kind(of: Array("\(path)/".utf8) + name) == .folder
    return Item(id: id, name: isFolder ? "\(id)/" : id)
  }
}
