extension JSONWriter {
  /// Appends a value in compact form: no spaces, members in order.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeRaw("null")
    case .bool(let value): writeRaw(value ? "true" : "false")
    case .integer(let value): write(integer: value)
    case .double(let value): write(double: value)
    case .string(let value): write(string: value)
    case .array(let elements):
      writeByte(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { writeByte(UInt8(ascii: ",")) }
        isFirst = false
        write(element)
      }
      writeByte(UInt8(ascii: "]"))
    case .object(let object):
      writeByte(UInt8(ascii: "{"))
      var isFirst = true
      for member in object.members {
        if !isFirst { writeByte(UInt8(ascii: ",")) }
        isFirst = false
        write(string: member.key)
        writeByte(UInt8(ascii: ":"))
        write(member.value)
      }
      writeByte(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue {
  /// Returns the value as compact JSON text in UTF-8.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.withBytes { Array($0) }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as compact JSON text.
  public var description: String { JSONValue.object(self).description }
}
