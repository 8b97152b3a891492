import OperatingSystem

/// Finds the files below a folder, some at a time.
///
/// What `.gitignore` files say is left out, as are folders named `.git`. The `.gitignore` files of the folders above,
/// up to that with the `.git`, and its `info/exclude` count as well. Of each folder the files come first, then what is
/// in its folders, sorted by the bytes of their names. A link to a file is one; links to folders are left out, so that no
/// circle of them matters, as are pipes, sockets and devices, and links that lead nowhere.
///
/// Or it finds the folders in their place, each before those in it.
///
/// A folder that cannot be read is counted and left out; one that has gone meanwhile is left out.
public struct FolderWalk: Sendable {
  /// A folder that could not be read.
  public struct Unreadable: Equatable, Sendable {
    /// Its path from the start of the walk on.
    public let path: String
    /// What the system says.
    public let message: String
  }

  private struct Folder: Sendable {
    /// From the start of the walk on, with a slash at its end; empty for the start.
    let path: [UInt8]
    let rules: IgnoreRules?
  }

  private let findsFolders: Bool
  private let start: [UInt8]
  /// The path from the outermost folder with rules to the start, with a slash at its end.
  private let above: [UInt8]
  private var folders: [Folder]
  /// Those that could not be read so far, the first hundred.
  public private(set) var unreadable: [Unreadable] = []

  /// - Parameters:
  ///   - folder: where to begin.
  ///   - findsFolders: whether folders are found, and no files.
  /// - Throws: ``FolderWalkError`` when it cannot be read.
  public init(_ folder: String, findsFolders: Bool = false) throws {
    self.findsFolders = findsFolders
    let bytes = Array(folder.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw FolderWalkError(description: "folder must be a path, without NUL")
    }
    start = bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
    do {
      _ = try Files.entries(ofFolder: bytes)
      let outer = OuterRules(above: try Files.resolved(bytes))
      above = outer.path
      folders = [Folder(path: [], rules: outer.rules)]
    } catch {
      throw FolderWalkError(description: "\(folder): \(error.reason)")
    }
  }

  /// The next files: about so many, or all of the next folder; `nil` when there are no more.
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

/// A folder cannot be walked.
public struct FolderWalkError: Error, CustomStringConvertible {
  /// The folder, and what the system says.
  public let description: String
}
