extension JSONPatch: JSONConvertible {
  /// Reads a patch from its JSON form. Members that RFC 6902 does not define are ignored (section
  /// 4).
  public init(_ json: JSONValue) throws(JSONPatchError) {
    guard case .array(let elements) = json else {
      throw JSONPatchError(
        operation: nil,
        path: nil,
        reason: "expected an array of operations, found \(json.kind)"
      )
    }
    operations = []
    for (index, element) in elements.enumerated() {
      var reader = OperationReader(index: index, json: element)
      operations.append(try reader.read())
    }
  }

  /// Reads a patch from its JSON form.
  public init(json: JSONValue) throws {
    do throws(JSONPatchError) {
      try self.init(json)
    } catch {
      throw JSONConversionError(error.description)
    }
  }

  /// The patch as the array of operations that RFC 6902 defines.
  public var json: JSONValue { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  /// The operation as the object that RFC 6902 defines.
  public var json: JSONValue {
    switch self {
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      ["op": .string(name), "path": .string(path.description), "value": value]
    case .remove(let path):
      ["op": .string(name), "path": .string(path.description)]
    case .move(let from, let path), .copy(let from, let path):
      [
        "op": .string(name), "from": .string(from.description), "path": .string(path.description),
      ]
    }
  }
}

extension JSONWriter {
  /// Appends a patch as JSON text.
  public mutating func write(_ patch: JSONPatch) {
    writeByte(UInt8(ascii: "["))
    for (index, operation) in patch.operations.enumerated() {
      if index > 0 { writeByte(UInt8(ascii: ",")) }
      write(operation)
    }
    writeByte(UInt8(ascii: "]"))
  }

  /// Appends an operation of a patch as JSON text.
  public mutating func write(_ operation: JSONPatch.Operation) {
    writeRaw("{\"op\":\"")
    writeRaw(utf8: operation.name)
    switch operation {
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      write(path, after: "\",\"path\":")
      writeRaw(",\"value\":")
      write(value)
    case .remove(let path):
      write(path, after: "\",\"path\":")
    case .move(let from, let path), .copy(let from, let path):
      write(from, after: "\",\"from\":")
      write(path, after: ",\"path\":")
    }
    writeByte(UInt8(ascii: "}"))
  }

  private mutating func write(_ pointer: JSONPointer, after text: StaticString) {
    writeRaw(text)
    write(string: pointer.description)
  }
}

/// Reads one operation, with its index for errors.
private struct OperationReader {
  let index: Int
  let json: JSONValue
  var path: JSONPointer?

  init(index: Int, json: JSONValue) {
    self.index = index
    self.json = json
  }

  mutating func read() throws(JSONPatchError) -> JSONPatch.Operation {
    guard case .object = json else { throw error("expected an object, found \(json.kind)") }
    let name = try text("op")
    let path = try pointer("path")
    self.path = path
    switch name {
    case "add": return .add(path: path, value: try value())
    case "remove": return .remove(path: path)
    case "replace": return .replace(path: path, value: try value())
    case "move": return .move(from: try pointer("from"), path: path)
    case "copy": return .copy(from: try pointer("from"), path: path)
    case "test": return .test(path: path, value: try value())
    default: throw error("there is no operation \"\(name)\"")
    }
  }

  private func error(_ reason: String) -> JSONPatchError {
    JSONPatchError(operation: index, path: path, reason: reason)
  }

  private func text(_ key: String) throws(JSONPatchError) -> String {
    guard let member = json[key] else { throw error("\"\(key)\" is missing") }
    guard case .string(let text) = member else {
      throw error("expected a string as \"\(key)\", found \(member.kind)")
    }
    return text
  }

  private func pointer(_ key: String) throws(JSONPatchError) -> JSONPointer {
    let text = try text(key)
    do throws(JSONPointerError) {
      return try JSONPointer(text)
    } catch let cause {
      throw error(cause.description)
    }
  }

  private func value() throws(JSONPatchError) -> JSONValue {
    guard let value = json["value"] else { throw error("\"value\" is missing") }
    return value
  }
}
