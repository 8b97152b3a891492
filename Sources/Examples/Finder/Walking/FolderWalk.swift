import OperatingSystem

/// Finds the files below a folder, in portions.
///
/// It omits files that `.gitignore` files exclude, and folders named `.git`. The `.gitignore` files
/// of the parent folders, up to the one with the `.git`, and its `info/exclude` count as well. The
/// files of each folder come first, then those in its subfolders, sorted by the bytes of their
/// names. Links to files count as files. Links to folders are omitted, so cycles do no harm, as are
/// pipes, sockets, devices and broken links.
///
/// Alternatively it finds the folders instead, each before its subfolders.
///
/// An unreadable folder is recorded and omitted; one that has vanished meanwhile is omitted.
public struct FolderWalk: Sendable {
  /// A folder that could not be read.
  public struct Unreadable: Equatable, Sendable {
    /// Its path relative to the start of the walk.
    public let path: String
    /// The system's message.
    public let message: String
  }

  private struct Folder: Sendable {
    /// The path relative to the start of the walk, with a slash at its end; empty for the start.
    let path: [UInt8]
    let rules: IgnoreRules?
  }

  private let findsFolders: Bool
  private let start: [UInt8]
  /// The path from the outermost folder with rules to the start, with a slash at its end.
  private let above: [UInt8]
  private var folders: [Folder]
  /// The unreadable folders so far, at most the first hundred.
  public private(set) var unreadable: [Unreadable] = []

  /// - Parameters:
  ///   - folder: The start of the walk.
  ///   - findsFolders: Whether to find folders instead of files.
  /// - Throws: ``FolderWalkError`` if the folder cannot be read.
  public init(_ folder: String, findsFolders: Bool = false) throws {
    self.findsFolders = findsFolders
    let bytes = Array(folder.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw FolderWalkError(description: "folder must be a path, without NUL")
    }
    start = bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
    do {
      try Files.checkFolder(bytes)
      let outer = OuterRules(above: try Files.resolved(bytes))
      above = outer.path
      folders = [Folder(path: [], rules: outer.rules)]
    } catch {
      throw FolderWalkError(description: "\(folder): \(error.reason)")
    }
  }

  /// Returns the next files, about `count` or all of the next folder; nil at the end.
  public mutating func next(_ count: Int) -> CandidateChunk? {
    var builder = CandidateChunkBuilder()
    while builder.count < count, builder.hasRoom, let folder = folders.popLast() {
      read(folder, into: &builder)
    }
    return builder.count == 0 ? nil : builder.finish()
  }

  private mutating func read(_ folder: Folder, into builder: inout CandidateChunkBuilder) {
    let entries: [FolderEntry]
    do {
      entries = try Files.entries(ofFolder: start + folder.path)
    } catch {
      note(folder, error)
      return
    }
    let rules = rules(of: folder, entries)
    var inner: [Folder] = []
    var path = above + folder.path
    let length = path.count
    for entry in entries {
      path.removeSubrange(length...)
      path += entry.name
      let own = path[above.count...]
      let kind = entry.kind ?? Files.kind(of: start + own, followsLinks: false)
      let isFolder = kind == .folder
      if isFolder, entry.name == Array(".git".utf8) { continue }
      if rules?.ignores(path, name: length, isFolder: isFolder) == true { continue }
      if isFolder {
        inner.append(Folder(path: own + [UInt8(ascii: "/")], rules: rules))
        if findsFolders { own.withUnsafeBufferPointer { builder.append($0) } }
      } else if findsFolders {
        continue
      } else if kind == .regular || kind == .link && Files.kind(of: start + own) == .regular {
        own.withUnsafeBufferPointer { builder.append($0) }
      }
    }
    folders += inner.reversed()
  }

  private func rules(of folder: Folder, _ entries: [FolderEntry]) -> IgnoreRules? {
    let name = Array(".gitignore".utf8)
    guard entries.contains(where: { $0.name == name }),
      let text = IgnoreRules.file(start + folder.path + name)
    else { return folder.rules }
    return IgnoreRules(text, depth: above.count + folder.path.count, outer: folder.rules)
  }

  private mutating func note(_ folder: Folder, _ failure: SystemError) {
    if failure.isMissing || unreadable.count >= 100 { return }
    unreadable.append(
      Unreadable(
        path: String(decoding: folder.path, as: UTF8.self), message: failure.reason))
  }
}

/// A folder that cannot be walked.
public struct FolderWalkError: Error, CustomStringConvertible {
  /// The folder, and the system's message.
  public let description: String
}
