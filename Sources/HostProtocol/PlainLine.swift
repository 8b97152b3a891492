import JSON
import JSONRPC

/// A line with one message that is written as most are, read where it lies: no tree is made but for what needs one.
///
/// A line that is written in another way (with escapes in a name, with a member that is given twice or is not known),
/// or wrongly, is none: ``JSONValue`` and ``Message`` read it, or know what is wrong. They would make the same of all
/// that are read here.
package enum PlainLine: ~Copyable {
  case input(InputLine)
  case message(Message)

  package init?(_ line: UnsafeRawBufferPointer) {
    if let input = InputLine(usual: line) {
      self = .input(input)
      return
    }
    var cursor = JSONCursor(line)
    var found = Members()
    var method = UnsafeRawBufferPointer(start: nil, count: 0)
    var id: JSONValue?
    var params: JSONValue?
    var input: InputLine?
    cursor.openObject()
    while let key = cursor.nextKey() {
      if key.holds("jsonrpc"), found.insert(.version) {
        guard let version = cursor.plainString(), version.holds("2.0") else { return nil }
      } else if key.holds("method"), found.insert(.method) {
        guard let text = cursor.plainString() else { return nil }
        method = text
      } else if key.holds("params"), found.insert(.params) {
        if method.holds("viewModel/input"), !found.contains(.id) {
          input = InputLine(&cursor)
          if input == nil { return nil }
        } else {
          params = cursor.value()
        }
      } else if key.holds("id"), found.insert(.id) {
        id = cursor.value()
      } else {
        return nil
      }
    }
    guard cursor.isAtEnd, found.contains(.version), found.contains(.method) else { return nil }
    if let input {
      guard !found.contains(.id) else { return nil }
      self = .input(input)
      return
    }
    if params?.isNull == true { params = nil }
    let name = String(decoding: method, as: UTF8.self)
    guard found.contains(.id) else {
      self = .message(.notification(method: name, params: params))
      return
    }
    guard let id = id.flatMap(RequestID.init) else { return nil }
    switch params {
    case nil, .object, .array: self = .message(.request(id: id, method: name, params: params))
    default: return nil
    }
  }
}

/// A line with nothing but an ``InputNotification``.
package struct InputLine: ~Copyable {
  /// The UTF-8 of the instance's id; valid as long as the line.
  package private(set) var id = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The same of the input's name.
  package private(set) var input = UnsafeRawBufferPointer(start: nil, count: 0)
  package private(set) var seq: JSONValue?
  package private(set) var arguments: JSONValue?

  /// How a line begins whose members are in the order in which `protocol.md` has them, and without whitespace.
  private static let usualHead: StaticString =
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"#

  /// Reads a line of that form, which most frontends write: it is compared, and not looked at byte by byte. Of others
  /// nothing is known.
  fileprivate init?(usual line: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(line)
    guard cursor.skip(Self.usualHead), let id = cursor.plainString(),
      cursor.skip(#","input":"#), let input = cursor.plainString()
    else { return nil }
    self.id = id
    self.input = input
    if cursor.skip(#","arguments":"#) { arguments = cursor.value() }
    if cursor.skip(#","seq":"#) {
      seq = cursor.value()
      guard isSeqAllowed else { return nil }
    }
    guard cursor.skip("}}"), cursor.isAtEnd else { return nil }
  }

  private var isSeqAllowed: Bool {
    switch seq {
    case .integer?, .double?, .string?: true
    default: false
    }
  }

  /// Reads the params, which are next.
  fileprivate init?(_ cursor: inout JSONCursor) {
    var found = Members()
    cursor.openObject()
    while let key = cursor.nextKey() {
      if key.holds("id"), found.insert(.id) {
        guard let text = cursor.plainString() else { return nil }
        id = text
      } else if key.holds("input"), found.insert(.input) {
        guard let text = cursor.plainString() else { return nil }
        input = text
      } else if key.holds("seq"), found.insert(.seq) {
        seq = cursor.value()
        guard isSeqAllowed else { return nil }
      } else if key.holds("arguments"), found.insert(.arguments) {
        arguments = cursor.value()
      } else {
        return nil
      }
    }
    guard found.contains(.id), found.contains(.input) else { return nil }
  }
}

/// The members that were found.
private struct Members: OptionSet {
  var rawValue: UInt8 = 0

  static let version = Members(rawValue: 1)
  static let method = Members(rawValue: 2)
  static let params = Members(rawValue: 4)
  static let id = Members(rawValue: 8)
  static let input = Members(rawValue: 16)
  static let seq = Members(rawValue: 32)
  static let arguments = Members(rawValue: 64)

  /// - Returns: whether it was not there.
  mutating func insert(_ member: Members) -> Bool {
    if contains(member) { return false }
    rawValue |= member.rawValue
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of a text.
  @inline(__always)
  fileprivate func holds(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && begins(with: text)
  }
}
