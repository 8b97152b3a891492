#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that the command line names.
nonisolated enum Files {
  /// The bytes of a file.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    guard let descriptor = Descriptor.open(path, O_RDONLY) else { throw SystemError(path) }
    defer { descriptor.close() }
    return descriptor.readAll()
  }

  /// Replaces the content of a file.
  static func write(_ text: String, to path: String) throws(SystemError) {
    let descriptor = try create(path)
    descriptor.writeAll(text)
    descriptor.close()
  }

  /// Opens a file for writing, empty.
  static func create(_ path: String) throws(SystemError) -> Descriptor {
    guard let descriptor = Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) else {
      throw SystemError(path)
    }
    return descriptor
  }

  /// The names in a folder, sorted by their bytes; nothing when the path leads to no folder.
  static func names(inFolder path: String) -> [String]? {
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
