import Finder
import OperatingSystem
import ViewModelKit

/// What the ViewModels `finder` and `lines` may do for their frontends.
///
/// It is a rule about paths, for frontends that can only send lines: whoever can change links in
/// the folder while a file is opened can get around it.
public nonisolated struct FileAccess: Sendable {
  /// Reading all files that the user of the host may read, and running programs: the `command` of a
  /// finder.
  public static let unrestricted = FileAccess(folder: nil)

  /// Reading the files below a folder, and running none. A path or a link that leads out of the
  /// folder is refused.
  ///
  /// - Parameter folder: its path; where a frontend names no folder, files are found here.
  public static func within(_ folder: String) -> FileAccess { FileAccess(folder: folder) }

  /// `nil` for all.
  let folder: String?

  /// The path of what a frontend has named: from the folder on, unless it begins with a slash.
  ///
  /// - Throws: as ``check(_:)`` does.
  func path(of name: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let folder else { return name }
    let path = name.first == UInt8(ascii: "/") ? name : Array("\(folder)/".utf8) + name
    try check(path)
    return path
  }

  /// The path of what a frontend has named as ``EscapedText`` writes it, or as it is if there is
  /// something of that name.
  ///
  /// - Throws: as ``check(_:)`` does.
  func path(ofShown name: String) throws(SystemError) -> [UInt8] {
    let bytes = Array(name.utf8)
    if let original = EscapedText.read(name), !original.contains(0),
      (try? path(of: bytes)).flatMap({ Files.kind(of: $0) }) == nil
    {
      return try path(of: original)
    }
    return try path(of: bytes)
  }

  /// - Throws: when the path leads to nothing below the folder. The error does not say whether it
  ///   leads to anything else.
  func check(_ path: [UInt8]) throws(SystemError) {
    guard let folder else { return }
    let root = try Files.resolved(Array(folder.utf8))
    let slash = UInt8(ascii: "/")
    let below = root.last == slash ? root : root + [slash]
    guard let file = try? Files.resolved(path), file == root || file.starts(with: below) else {
      throw SystemError(
        String(decoding: path, as: UTF8.self), reason: "there is no such file in this host's folder"
      )
    }
  }
}

extension Catalog {
  /// `finder`, which finds files or lines, and `lines`, which shows a file.
  ///
  /// - Parameter access: which files, and whether programs are run.
  public static func files(_ access: FileAccess) -> Catalog {
    Catalog {
      docComments
      FinderViewModel.entry("finder", access)
        .described("Finds files, or any lines, while the user types, as fzf does.")
      viewModel(
        "lines", { try LinesViewModel(path: $0, access: access, context: $1) }, "path", .context
      )
      .described("Shows the lines of a file of any size, through a window.")
    }
  }
}
