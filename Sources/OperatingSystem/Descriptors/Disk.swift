import LibC

/// An entry of a folder.
struct FolderEntry {
  enum Kind {
    case folder
    case link
    case other
    /// The file system does not say.
    case unknown
  }
  let name: [UInt8]
  let kind: Kind
}

/// Reads from disk by paths of bytes. Each throws the `errno` of what failed.
enum Disk {
  struct Failure: Error {
    let code: CInt
    var description: String { String(cString: strerror(code)) }
    /// Whether what was there before is not any more.
    var isGone: Bool { code == ENOENT || code == ENOTDIR }
  }

  /// The entries of a folder but for `.` and `..`, sorted by the bytes of their names.
  static func entries(of path: [UInt8]) throws(Failure) -> [FolderEntry] {
    guard let folder = opendir(cString(path)) else { throw Failure(code: errno) }
    defer { closedir(folder) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      if name != [UInt8(ascii: ".")], name != [UInt8(ascii: "."), UInt8(ascii: ".")] {
        entries.append(FolderEntry(name: name, kind: kind(entry.pointee.d_type)))
      }
      errno = 0
    }
    if errno != 0 { throw Failure(code: errno) }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return entries
  }

  private static func kind(_ type: UInt8) -> FolderEntry.Kind {
    switch Int(type) {
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }

  /// The kind of what a path names, a link not followed; `nil` when there is nothing.
  static func kind(of path: [UInt8]) -> FolderEntry.Kind? {
    var status = stat()
    guard lstat(cString(path), &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The start of a regular file.
  ///
  /// - Parameters:
  ///   - limit: how many bytes at most.
  ///   - followsLinks: whether a link will do for the file.
  /// - Throws: `EINVAL` for what is no regular file: a pipe or a device might never end.
  static func read(_ path: [UInt8], limit: Int, followsLinks: Bool) throws(Failure) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = open(cString(path), flags)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 65_536))
    while content.count < limit {
      let count = LibC.read(descriptor, &buffer, min(buffer.count, limit - content.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(code: errno) }
      if count == 0 { break }
      content += buffer[..<count]
    }
    return content
  }

  /// The path without links, from the root on.
  static func absolute(_ path: [UInt8]) throws(Failure) -> [UInt8] {
    guard let absolute = realpath(cString(path), nil) else { throw Failure(code: errno) }
    defer { free(absolute) }
    return Array(UnsafeRawBufferPointer(start: absolute, count: strlen(absolute)))
  }

  private static func cString(_ path: [UInt8]) -> [CChar] {
    (path + [0]).map { CChar(bitPattern: $0) }
  }
}
