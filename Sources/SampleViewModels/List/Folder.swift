import LibC

/// The entries of a folder on disk as the pages of a list, sorted by the bytes of their names.
///
/// The names are read with the first page; what kind of entry each is, when its page is asked for. A folder's name ends
/// with a slash; bytes of a name that are no UTF-8 are written as `\xFF`.
///
/// The disk is read on the main actor, a page at a time. What another thread reads comes at another time in each run,
/// and a recorded session would not replay; what is slow, such as a network, is better asked of a service.
final class Folder: ItemsService {
  private let path: String
  private let pageSize: Int
  private var names: [[UInt8]] = []

  /// - Throws: when a page would be empty, or when it is no path.
  init(_ path: String, pageSize: Int) throws {
    guard pageSize > 0 else { throw FolderError(description: "pageSize must be at least 1") }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FolderError(description: "folder must be a path, without NUL")
    }
    self.path = path
    self.pageSize = pageSize
  }

  func items(page: Int) async throws -> ItemsPage {
    if page == 1 {
      // Loads that were given up before their turn came need not read anything.
      try Task.checkCancellation()
      names = try Self.names(in: path)
    }
    let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: pageSize)
    let start = overflow ? names.count : min(offset, names.count)
    let end = start + min(pageSize, names.count - start)
    return ItemsPage(
      items: names[start..<end].map { Self.item($0, in: path) },
      pages: ItemsPage.Pages(currentPage: page, nextPage: end < names.count ? page + 1 : nil))
  }

  private static func names(in path: String) throws -> [[UInt8]] {
    guard let folder = opendir(path) else { throw FolderError(path, errno) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw FolderError(path, errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func item(_ name: [UInt8], in path: String) -> Item {
    let id = String(validating: name, as: UTF8.self) ?? escaped(name)
    return Item(id: id, name: isFolder(Array("\(path)/".utf8) + name) ? "\(id)/" : id)
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    var status = stat()
    let path = (path + [0]).map { CChar(bitPattern: $0) }
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func escaped(_ name: [UInt8]) -> String {
    name.map { byte in
      byte < 0x80 && byte != UInt8(ascii: "\\")
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

struct FolderError: Error, CustomStringConvertible {
  let description: String
}

extension FolderError {
  init(_ path: String, _ code: CInt) {
    description = "\(path): \(String(cString: strerror(code)))"
  }
}
