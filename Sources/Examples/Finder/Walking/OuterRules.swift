import OperatingSystem

/// The rules from the parent folders of a folder, up to the one with the `.git`.
struct OuterRules {
  /// The path from that folder to the given one, with a slash at its end; empty without a `.git`
  /// above.
  private(set) var path: [UInt8] = []
  private(set) var rules: IgnoreRules?

  /// - Parameter folder: The absolute path without links. Its own `.gitignore` is not read here.
  init(above folder: [UInt8]) {
    let slash = UInt8(ascii: "/")
    let folder = folder.last == slash ? folder : folder + [slash]
    var ends = folder.indices.filter { folder[$0] == slash }
    let git = Array(".git".utf8)
    let top = ends.lastIndex { Files.kind(of: folder[...$0] + git, followsLinks: false) != nil }
    guard let top else { return }
    ends.removeSubrange(..<top)
    let root = ends[0] + 1
    path = Array(folder[root...])
    if let text = IgnoreRules.file(folder[..<root] + git + Array("/info/exclude".utf8)) {
      rules = IgnoreRules(text, depth: 0, outer: nil)
    }
    for end in ends.dropLast() {
      guard let text = IgnoreRules.file(folder[...end] + Array(".gitignore".utf8)) else { continue }
      rules = IgnoreRules(text, depth: end + 1 - root, outer: rules)
    }
  }
}

extension IgnoreRules {
  /// Returns the text of a file with rules; nil if it does not exist or cannot be read.
  static func file(_ path: some Sequence<UInt8>) -> [UInt8]? {
    try? Files.readStart(of: Array(path), limit: 1 << 20, followsLinks: false)
  }
}
