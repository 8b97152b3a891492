/// The rules of one `.gitignore`, and those of its parent folders.
///
/// They follow gitignore(5): in a file the last matching rule decides, and a deeper file overrides
/// a higher one. Files in an ignored folder cannot be included again, as the folder is not read.
final class IgnoreRules: Sendable {
  private struct Rule: Sendable {
    let pattern: GlobPattern
    let isNegated: Bool
    let isForFolders: Bool
    /// Whether it matches the path relative to the folder of the file, or else only the name.
    let isAnchored: Bool
  }

  private let rules: [Rule]
  /// The length in bytes of the file's folder in a path, with the slash.
  private let depth: Int
  private let outer: IgnoreRules?

  /// - Parameters:
  ///   - text: The content of the file.
  ///   - depth: The length in bytes of its folder in a path, with the slash.
  ///   - outer: The rules of the parent folders.
  init(_ text: [UInt8], depth: Int, outer: IgnoreRules?) {
    self.depth = depth
    self.outer = outer
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = text.starts(with: byteOrderMark) ? text[3...] : text[...]
    rules = lines.split(separator: UInt8(ascii: "\n")).compactMap { Self.rule($0) }
  }

  /// Whether a path is ignored.
  ///
  /// - Parameters:
  ///   - path: The path relative to the outermost folder with rules, without a slash at its end.
  ///   - name: The offset of its last component.
  func ignores(_ path: [UInt8], name: Int, isFolder: Bool) -> Bool {
    var scope: IgnoreRules? = self
    while let current = scope {
      for rule in current.rules.reversed() where isFolder || !rule.isForFolders {
        if rule.pattern.matches(path[(rule.isAnchored ? current.depth : name)...]) {
          return !rule.isNegated
        }
      }
      scope = current.outer
    }
    return false
  }

  private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.first == UInt8(ascii: "#") { return nil }
    line = withoutTrailingSpaces(line)
    let isNegated = line.first == UInt8(ascii: "!")
    if isNegated { line.removeFirst() }
    let slash = UInt8(ascii: "/")
    let isForFolders = line.last == slash
    if isForFolders { line.removeLast() }
    let isAnchored = line.contains(slash)
    if line.first == slash { line.removeFirst() }
    guard !line.isEmpty, let pattern = GlobPattern(line) else { return nil }
    return Rule(
      pattern: pattern, isNegated: isNegated, isForFolders: isForFolders, isAnchored: isAnchored)
  }

  /// Removes trailing spaces, except one after a backslash.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "\\"), index + 1 < line.endIndex {
        index += 2
        end = index
      } else {
        if line[index] != UInt8(ascii: " ") { end = index + 1 }
        index += 1
      }
    }
    return line[..<end]
  }
}
