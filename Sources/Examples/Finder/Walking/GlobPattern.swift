/// A pattern of gitignore(5): `*` and `?` match within a name, `**` across folders.
struct GlobPattern: Sendable {
  private enum Token: Sendable {
    case byte(UInt8)
    /// One byte of a name.
    case any
    case oneOf(ByteSet)
    /// Any number of bytes of a name.
    case star
    /// `**/`: any number of folders.
    case folders
    /// `/**` at the end: everything inside.
    case everything
  }

  private let tokens: [Token]
  /// The whole pattern, if it has no wildcards, as most do.
  private let literal: [UInt8]?

  /// - Returns: nil for a pattern that never matches: an unclosed bracket, a backslash at the end.
  init?(_ pattern: ArraySlice<UInt8>) {
    var tokens: [Token] = []
    var rest = pattern
    var startsName = true
    while let byte = rest.popFirst() {
      let starts = startsName
      startsName = byte == UInt8(ascii: "/")
      switch byte {
      case UInt8(ascii: "*"):
        let stars = rest.prefix { $0 == byte }.count
        rest.removeFirst(stars)
        if stars > 0, starts, rest.isEmpty, !tokens.isEmpty {
          tokens.append(.everything)
        } else if stars > 0, starts, rest.first == UInt8(ascii: "/") {
          rest.removeFirst()
          tokens.append(.folders)
          startsName = true
        } else {
          tokens.append(.star)
        }
      case UInt8(ascii: "?"): tokens.append(.any)
      case UInt8(ascii: "["):
        guard let set = ByteSet(&rest) else { return nil }
        tokens.append(.oneOf(set))
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        tokens.append(.byte(escaped))
        startsName = escaped == UInt8(ascii: "/")
      default: tokens.append(.byte(byte))
      }
    }
    self.tokens = tokens
    let bytes = tokens.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
    literal = bytes.count == tokens.count ? bytes : nil
  }

  /// Whether it matches a whole path.
  ///
  /// A mismatch backtracks to the last `*`, and when that is exhausted, to the last `**/`. Earlier
  /// ones need no retry, so the time is at most the product of both lengths.
  func matches(_ path: ArraySlice<UInt8>) -> Bool {
    if let literal { return path.elementsEqual(literal) }
    let slash = UInt8(ascii: "/")
    var token = 0
    var position = path.startIndex
    var star: (token: Int, position: Int)?
    var folders: (token: Int, position: Int)?
    while true {
      if token == tokens.count {
        if position == path.endIndex { return true }
      } else {
        switch tokens[token] {
        case .star:
          token += 1
          star = (token, position)
          continue
        case .folders:
          token += 1
          folders = (token, position)
          star = nil
          continue
        case .everything:
          if position < path.endIndex { return true }
        case .byte(let byte):
          if position < path.endIndex, path[position] == byte {
            token += 1
            position += 1
            continue
          }
        case .any:
          if position < path.endIndex, path[position] != slash {
            token += 1
            position += 1
            continue
          }
        case .oneOf(let set):
          if position < path.endIndex, path[position] != slash, set.contains(path[position]) {
            token += 1
            position += 1
            continue
          }
        }
      }
      if let last = star, last.position < path.endIndex, path[last.position] != slash {
        star = (last.token, last.position + 1)
        (token, position) = (last.token, last.position + 1)
      } else if let last = folders,
        let next = path[last.position...].firstIndex(of: slash).map({ $0 + 1 })
      {
        folders = (last.token, next)
        star = nil
        (token, position) = (last.token, next)
      } else {
        return false
      }
    }
  }
}
