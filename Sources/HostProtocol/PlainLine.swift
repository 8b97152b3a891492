import JSON
import JSONRPC

/// A line with one message that is written as most are, read where it lies: no tree is made but for what needs one.
///
/// A line that is written in another way (with escapes in a name, with a member that is given twice or is not known),
/// or wrongly, is none: ``JSONValue`` and ``Message`` read it, or know what is wrong. They would make the same of all
/// that are read here.
package enum PlainLine: ~Copyable {
  case input(InputLine)
  case create(RequestID, CreateRequest)
  case dispose(RequestID, DisposeRequest)
  case message(Message)

  package init?(_ line: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(line)
    if cursor.skip(InputLine.usualHead) {
      if let input = InputLine(usual: &cursor) {
        self = .input(input)
        return
      }
      cursor = JSONCursor(line)
    }
    var found = PlainMembers()
    var method = UnsafeRawBufferPointer(start: nil, count: 0)
    var id: JSONValue?
    var params: JSONValue?
    var input: InputLine?
    var create: CreateRequest?
    var dispose: DisposeRequest?
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
        } else if method.holds("viewModel/create") {
          create = CreateRequest(&cursor)
          if create == nil { return nil }
        } else if method.holds("viewModel/dispose") {
          dispose = DisposeRequest(&cursor)
          if dispose == nil { return nil }
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
    guard found.contains(.id) else {
      if create != nil || dispose != nil { return nil }
      if params?.isNull == true { params = nil }
      self = .message(.notification(method: String(plain: method), params: params))
      return
    }
    guard let value = id, let id = RequestID(value) else { return nil }
    if let create {
      self = .create(id, create)
      return
    }
    if let dispose {
      self = .dispose(id, dispose)
      return
    }
    switch params {
    case nil, .null?:
      self = .message(.request(id: id, method: String(plain: method), params: nil))
    case .object?, .array?:
      self = .message(.request(id: id, method: String(plain: method), params: params))
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
  fileprivate static let usualHead: StaticString =
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"#

  /// Reads what follows ``usualHead`` in a line of that form, which most frontends write: it is compared, and not
  /// looked at byte by byte. Of others nothing is known.
  fileprivate init?(usual cursor: inout JSONCursor) {
    guard let id = cursor.plainString(), cursor.skip(#","input":"#),
      let input = cursor.plainString()
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
    var found = PlainMembers()
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
struct PlainMembers: OptionSet {
  var rawValue: UInt16 = 0

  static let version = PlainMembers(rawValue: 1)
  static let method = PlainMembers(rawValue: 2)
  static let params = PlainMembers(rawValue: 4)
  static let id = PlainMembers(rawValue: 8)
  static let input = PlainMembers(rawValue: 16)
  static let seq = PlainMembers(rawValue: 32)
  static let arguments = PlainMembers(rawValue: 64)
  static let name = PlainMembers(rawValue: 128)
  static let parameters = PlainMembers(rawValue: 256)

  /// - Returns: whether it was not there.
  mutating func insert(_ member: PlainMembers) -> Bool {
    if contains(member) { return false }
    rawValue |= member.rawValue
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of a text.
  @inline(__always)
  func holds(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && begins(with: text)
  }
}

extension String {
  /// A text that a ``JSONCursor`` has found: ASCII.
  init(plain text: UnsafeRawBufferPointer) { self.init(decoding: text, as: UTF8.self) }
}
