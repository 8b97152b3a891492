import LibC

/// Files that the command line names.
package enum Files {
  /// The bytes of a file.
  package static func read(_ path: String) throws(SystemError) -> [UInt8] {
    guard let descriptor = Descriptor.open(path, O_RDONLY) else { throw SystemError(path) }
    defer { descriptor.close() }
    return descriptor.readAll()
  }

  /// The bytes of a regular file. It never waits, as a pipe with a name does until somebody writes to it.
  ///
  /// - Throws: also when the path leads to anything else, such as a folder or a pipe.
  package static func readRegular(_ path: String) throws(SystemError) -> [UInt8] {
    guard let descriptor = Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
      throw SystemError(path)
    }
    defer { descriptor.close() }
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(path, reason: "is not a regular file")
    }
    return descriptor.readAll()
  }

  /// Replaces the content of a file, or leaves the file as it is when that fails.
  ///
  /// The text is written into a new file in the same folder, which then takes the place and the mode of the old one.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    // Through a symbolic link: it is to stay one.
    let target = resolved(path)
    var old = stat()
    let isThere = stat(target, &old) == 0
    guard !isThere || old.st_mode & S_IFMT == S_IFREG else {
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
      if isThere && fchmod(descriptor.raw, old.st_mode & 0o7777) != 0 { throw SystemError(path) }
      // Some file systems find out only now that there is no room.
      if fsync(descriptor.raw) != 0 { throw SystemError(path) }
      if rename(new, target) != 0 { throw SystemError(path) }
    } catch {
      unlink(new)
      throw error
    }
  }

  /// Writes to what is no file, such as a pipe that has a name, which nothing can take the place of.
  private static func writeInPlace(_ text: String, to path: String) throws(SystemError) {
    let descriptor = try create(path)
    defer { descriptor.close() }
    try descriptor.writeAll(text, as: path)
  }

  /// The path behind symbolic links; the same path where there is nothing.
  private static func resolved(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Opens a file for writing, empty.
  package static func create(_ path: String) throws(SystemError) -> Descriptor {
    guard let descriptor = Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) else {
      throw SystemError(path)
    }
    return descriptor
  }

  /// Opens a file for writing at its end, or makes it; nothing but a file. It never waits, as a pipe with a name does
  /// until somebody reads it.
  package static func createToAppend(_ path: String) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY
    var status = stat()
    // A device may do something when it is only opened.
    let isThere = stat(path, &status) == 0
    if isThere && status.st_mode & S_IFMT != S_IFREG {
      throw SystemError(path, reason: "is not a regular file")
    }
    guard let descriptor = Descriptor.open(path, flags) else { throw SystemError(path) }
    guard fstat(descriptor.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      descriptor.close()
      throw SystemError(path, reason: "is not a regular file")
    }
    return descriptor
  }

  /// Makes a folder, and those in which it is to be; one that is there stays as it is.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if isFolder(path) { return }
    var parent = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      parent += "\(part)/"
      if !part.isEmpty && mkdir(parent, 0o777) != 0 && !isFolder(parent) { throw SystemError(path) }
    }
  }

  /// Whether a path leads to anything.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is a file with something in it.
  package static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  /// The names in a folder, sorted by their bytes; `nil` when the path leads to no folder.
  package static func names(inFolder path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
