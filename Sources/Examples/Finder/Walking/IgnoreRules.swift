/// The rules of one `.gitignore`, and those of the folders around it.
///
/// The rules are gitignore(5)'s: of one file the last rule that matches decides, and a file further down decides before
/// one further up. What is in a folder that is ignored cannot be had back, as nobody looks into it.
final class IgnoreRules: Sendable {
  private struct Rule: Sendable {
    let pattern: GlobPattern
    let isNegated: Bool
    let isForFolders: Bool
    /// Whether it is matched with the path from the folder of the file on; else with the name alone.
    let isAnchored: Bool
  }

  private let rules: [Rule]
  /// How many bytes of a path lead to the folder of the file, with the slash.
  private let depth: Int
  private let outer: IgnoreRules?

  /// - Parameters:
  ///   - text: the content of the file.
  ///   - depth: how many bytes of a path lead to its folder, with the slash.
  ///   - outer: the rules of the folders around it.
  init(_ text: [UInt8], depth: Int, outer: IgnoreRules?) {
    self.depth = depth
    self.outer = outer
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = text.starts(with: byteOrderMark) ? text[3...] : text[...]
    rules = lines.split(separator: UInt8(ascii: "\n")).compactMap { Self.rule($0) }
  }

  /// Whether something is ignored.
  ///
  /// - Parameters:
  ///   - path: from the outermost folder that has rules on, without a slash at its end.
  ///   - name: where in it its last part begins.
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

  /// Spaces at the end do not count, unless there is a backslash before them.
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
