import LibC

/// Access to files by path.
package enum Files {
  /// Reads all bytes of a file or of another readable path.
  package static func read(_ path: String) throws(SystemError) -> [UInt8] {
    guard let descriptor = Descriptor.open(path, O_RDONLY) else { throw SystemError(path) }
    defer { descriptor.close() }
    if descriptor.kind == .folder { throw SystemError(path, code: EISDIR) }
    return descriptor.readAll()
  }

  /// Reads all bytes of a regular file, without blocking on a named pipe.
  ///
  /// - Throws: Also if the path is not a regular file, such as a folder or a pipe.
  package static func readRegular(_ path: String) throws(SystemError) -> [UInt8] {
    guard let descriptor = Descriptor.openToRead(Array(path.utf8)) else { throw SystemError(path) }
    defer { descriptor.close() }
    guard descriptor.kind == .regular else {
      throw SystemError(path, reason: "is not a regular file")
    }
    return descriptor.readAll()
  }

  /// Reads the start of a regular file.
  ///
  /// - Parameters:
  ///   - path: The bytes of its path.
  ///   - limit: The maximum number of bytes.
  ///   - followsLinks: Whether to follow a symbolic link.
  /// - Throws: `EINVAL` for other kinds of files: a pipe or a device may have no end.
  package static func readStart(
    of path: [UInt8], limit: Int, followsLinks: Bool
  ) throws(SystemError) -> [UInt8] {
    guard let file = Descriptor.openToRead(path, followsLinks: followsLinks) else {
      throw SystemError(path)
    }
    defer { file.close() }
    let kind = file.kind
    guard kind == .regular else { throw SystemError(path, code: kind == .folder ? EISDIR : EINVAL) }
    var content: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: min(limit, 65_536), alignment: 1)
    defer { chunk.deallocate() }
    while content.count < limit {
      let part = UnsafeMutableRawBufferPointer(rebasing: chunk.prefix(limit - content.count))
      let count = try file.read(at: content.count, into: part)
      content += part[..<count]
      if count < part.count { break }
    }
    return content
  }

  /// Replaces the content of a file, or leaves the file unchanged on failure.
  ///
  /// It writes a new file in the same folder, which then replaces the old one and keeps its mode.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    // Follows a symbolic link, which remains.
    let resolved = try? resolved(Array(path.utf8))
    let target = resolved.map { String(decoding: $0, as: UTF8.self) } ?? path
    let old = status(target)
    if let old, FileKind(mode: old.st_mode) != .regular {
      return try writeInPlace(text, to: path)
    }
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let new = "\(folder).viewmodel-host-\(getpid()).tmp"
    guard let descriptor = Descriptor.open(new, O_WRONLY | O_CREAT | O_EXCL) else {
      throw SystemError(path)
    }
    do throws(SystemError) {
      defer { descriptor.close() }
      try descriptor.writeAll(text, as: path)
      if let old, fchmod(descriptor.raw, old.st_mode & 0o7777) != 0 { throw SystemError(path) }
      // Some file systems report a lack of space only here.
      if fsync(descriptor.raw) != 0 { throw SystemError(path) }
      if rename(new, target) != 0 { throw SystemError(path) }
    } catch {
      unlink(new)
      throw error
    }
  }

  /// Writes to a path that is not a regular file, such as a named pipe, and cannot be replaced.
  private static func writeInPlace(_ text: String, to path: String) throws(SystemError) {
    let descriptor = try create(path)
    defer { descriptor.close() }
    try descriptor.writeAll(text, as: path)
  }

  /// Resolves symbolic links and returns the absolute path.
  package static func resolved(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let target = realpath(cString(path), nil) else { throw SystemError(path) }
    defer { free(target) }
    return Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
  }

  /// Opens a file for writing and truncates it.
  package static func create(_ path: String) throws(SystemError) -> Descriptor {
    guard let descriptor = Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) else {
      throw SystemError(path)
    }
    return descriptor
  }

  /// Opens a regular file for reading and writing.
  ///
  /// - Parameter isNew: Whether to create the file, which must not exist then.
  package static func openToChange(_ path: String, isNew: Bool) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_NONBLOCK | O_NOCTTY | (isNew ? O_CREAT | O_EXCL : 0)
    guard let descriptor = Descriptor.open(path, flags) else { throw SystemError(path) }
    guard descriptor.kind == .regular else {
      descriptor.close()
      throw SystemError(path, reason: "is not a regular file")
    }
    return descriptor
  }

  /// Opens or creates a regular file for appending, without blocking on a named pipe.
  package static func createToAppend(_ path: String) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY
    // Opening a device may have effects.
    if let kind = kind(of: Array(path.utf8)), kind != .regular {
      throw SystemError(path, reason: "is not a regular file")
    }
    guard let descriptor = Descriptor.open(path, flags) else { throw SystemError(path) }
    guard descriptor.kind == .regular else {
      descriptor.close()
      throw SystemError(path, reason: "is not a regular file")
    }
    return descriptor
  }

  /// Opens any kind of file for appending, or creates a file.
  package static func openToAppend(_ path: String) throws(SystemError) -> Descriptor {
    guard let descriptor = Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND) else {
      throw SystemError(path)
    }
    return descriptor
  }

  /// Removes a file, if it exists.
  package static func remove(_ path: String) { unlink(path) }

  /// Creates a folder and its parents, unless they exist.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if isFolder(path) { return }
    var parent = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      parent += "\(part)/"
      if !part.isEmpty && mkdir(parent, 0o777) != 0 && !isFolder(parent) { throw SystemError(path) }
    }
  }

  /// Whether a path exists.
  package static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String) -> Bool { kind(of: Array(path.utf8)) == .folder }

  /// Whether this user may run a file.
  package static func isExecutable(_ path: String) -> Bool {
    !isFolder(path) && access(path, X_OK) == 0
  }

  /// Whether a file exists and is not empty.
  package static func hasContent(_ path: String) -> Bool {
    status(path).map { FileKind(mode: $0.st_mode) == .regular && $0.st_size > 0 } ?? false
  }

  /// Returns the kind of file at a path; nil if it does not exist.
  package static func kind(of path: [UInt8], followsLinks: Bool = true) -> FileKind? {
    status(path, followsLinks: followsLinks).map { FileKind(mode: $0.st_mode) }
  }

  private static func status(_ path: String) -> stat? { status(Array(path.utf8)) }

  private static func status(_ path: [UInt8], followsLinks: Bool = true) -> stat? {
    var status = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    return fstatat(AT_FDCWD, cString(path), &status, flags) == 0 ? status : nil
  }

  /// Checks that a path is a folder that can be read.
  package static func checkFolder(_ path: [UInt8]) throws(SystemError) {
    guard let folder = opendir(cString(path)) else { throw SystemError(path) }
    closedir(folder)
  }

  /// Returns the names in a folder, sorted by their bytes; nil if the path is not a folder.
  package static func names(inFolder path: String) -> [String]? {
    try? entries(ofFolder: Array(path.utf8)).map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// Returns the entries of a folder except `.` and `..`, sorted by the bytes of their names.
  package static func entries(ofFolder path: [UInt8]) throws(SystemError) -> [FolderEntry] {
    guard let folder = opendir(cString(path)) else { throw SystemError(path) }
    defer { closedir(folder) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8) && name != Array("..".utf8) {
        entries.append(FolderEntry(name: name, kind: FileKind(entryType: entry.pointee.d_type)))
      }
      errno = 0
    }
    if errno != 0 { throw SystemError(path) }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Converts a path to a C string.
  static func cString(_ path: [UInt8]) -> [CChar] { (path + [0]).map { CChar(bitPattern: $0) } }
}

/// An entry of a folder.
package struct FolderEntry: Sendable {
  package let name: [UInt8]
  /// The kind; nil if the file system does not provide it.
  package let kind: FileKind?
}

/// The kind of file at a path or a descriptor.
package enum FileKind: Sendable {
  case regular
  case folder
  case link
  case pipe
  case socket
  /// Any other kind, such as a device.
  case other

  /// - Parameter mode: The `st_mode` of stat(2).
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
  }

  /// - Parameter type: The `d_type` of readdir(3), a part of the mode (`DTTOIF`).
  init?(entryType type: UInt8) {
    if Int(type) == Int(DT_UNKNOWN) { return nil }
    self.init(mode: mode_t(type) << 12)
  }
}
