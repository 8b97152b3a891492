/// The path to a value in a document (RFC 6901), such as `/items/3/id`.
public struct JSONPointer: Hashable, Sendable {
  /// The unescaped tokens from the root; the root's pointer has none.
  public var tokens: [String]

  /// Creates a pointer with these unescaped tokens.
  public init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Parses the textual form (RFC 6901, section 3): empty for the root, otherwise each token after
  /// a `/`, with `~1` for `/` and `~0` for `~`.
  public init(_ text: String) throws(JSONPointerError) {
    tokens = []
    guard !text.utf8.isEmpty else { return }
    let utf8 = Array(text.utf8)
    guard utf8[0] == UInt8(ascii: "/") else {
      throw JSONPointerError("a JSON pointer is empty or starts with '/', not as in \"\(text)\"")
    }
    for step in utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    ) {
      var token: [UInt8] = []
      var bytes = step.makeIterator()
      while let byte = bytes.next() {
        guard byte == UInt8(ascii: "~") else {
          token.append(byte)
          continue
        }
        switch bytes.next() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default:
          throw JSONPointerError("in a JSON pointer '~' is '~0' or '~1', not as in \"\(text)\"")
        }
      }
      tokens.append(String(decoding: token, as: UTF8.self))
    }
  }

  /// Returns the pointer to a member of the value at this one.
  public func appending(_ token: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [token])
  }

  /// Returns the pointer to an element of the array at this one.
  public func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// Compares code units, as keys are compared.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count
      && zip(left.tokens, right.tokens).allSatisfy { $0.hasSameCodeUnits(as: $1) }
  }

  /// Hashes the code units that `==` compares.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { token.hashCodeUnits(into: &hasher) }
    hasher.combine(tokens.count)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The textual form.
  public var description: String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}

extension JSONPointer {
  /// The path as people write it: `items[3].id`. A token that can be an index is shown as one; a
  /// pointer does not distinguish it from a key (RFC 6901, section 4).
  package var path: String {
    tokens.reduce(into: "") { path, token in
      if Self.arrayIndex(token) != nil {
        path += "[\(token)]"
      } else {
        path += path.isEmpty ? token : ".\(token)"
      }
    }
  }
}

/// The reason why a text is not a JSON pointer.
public struct JSONPointerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem, in one sentence.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension JSONPointer {
  /// Returns the array index of a token (RFC 6901, section 4): `0`, or digits without a leading
  /// zero.
  static func arrayIndex(_ token: String) -> Int? {
    let digits = token.utf8
    guard let first = digits.first, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return first == UInt8(ascii: "0") && digits.count > 1 ? nil : Int(token)
  }
}

extension JSONValue {
  /// The value at a pointer in this document; nil if it does not exist.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      let next: JSONValue? =
        switch value {
        case .object(let object): object[token]
        case .array: JSONPointer.arrayIndex(token).flatMap { value[$0] }
        default: nil
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}
