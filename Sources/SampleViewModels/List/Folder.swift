#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of a folder on disk as the pages of a list, sorted by their names.
///
/// The names are read with the first page; what kind of entry each is, when its page is asked for. A folder's name ends
/// with a slash. The disk is read on another thread.
final class Folder: ItemsService {
  private let path: String
  private let pageSize: Int
  private var names: [String] = []

  /// - Throws: when a page would be empty.
  init(_ path: String, pageSize: Int) throws {
    guard pageSize > 0 else { throw FolderError(description: "pageSize must be at least 1") }
    self.path = path
    self.pageSize = pageSize
  }

  func items(page: Int) async throws -> ItemsPage {
    if page == 1 {
      let names = try await Self.names(in: path)
      // Another load may have read later names by now.
      try Task.checkCancellation()
      self.names = names
    }
    let start = min((page - 1) * pageSize, names.count)
    let end = min(start + pageSize, names.count)
    return ItemsPage(
      items: await Self.items(Array(names[start..<end]), in: path),
      pages: ItemsPage.Pages(currentPage: page, nextPage: end < names.count ? page + 1 : nil))
  }

  @concurrent private nonisolated static func names(in path: String) async throws -> [String] {
    guard let folder = opendir(path) else { throw FolderError(path, errno) }
    defer { closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw FolderError(path, errno) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  @concurrent private nonisolated static func items(
    _ names: [String], in path: String
  ) async -> [Item] {
    names.map { name in
      var status = stat()
      let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return Item(id: name, name: isFolder ? "\(name)/" : name)
    }
  }
}

struct FolderError: Error, CustomStringConvertible {
  let description: String
}

extension FolderError {
  nonisolated init(_ path: String, _ code: CInt) {
    description = "\(path): \(String(cString: strerror(code)))"
  }
}
