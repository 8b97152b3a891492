import JSON

extension SchemaProbe {
  /// The JSON of all cases of an enum that has no associated values.
  func enumShape(of type: Any.Type) -> Shape? {
    func shape<T>(_ type: T.Type) -> Shape? {
      guard let cases = EnumCases.all(of: type), let json = try? cases.map(Self.json(of:)) else {
        return nil
      }
      return Shape(schema: Self.schema(ofCases: json), sample: cases.first)
    }
    return _openExistential(type, do: shape)
  }

  /// A case that is written as Swift does it without a raw value may hold what is ignored, as any object may.
  private static func schema(ofCases json: [JSONValue]) -> JSONValue {
    let names = json.compactMap { value -> String? in
      guard let object = value.objectValue, object.count == 1, object.first?.value == [:] else {
        return nil
      }
      return object.first?.key
    }
    guard names.count == json.count, !json.isEmpty else {
      return ["enum": .array(Schema.uniqued(json))]
    }
    return ["oneOf": .array(names.map { Schema.enumCase($0, ["type": "object"]) })]
  }

  private static func json(of value: Any) throws -> JSONValue {
    if let value = value as? any Encodable { return try JSONValue(encoding: value) }
    guard let value = value as? any RawRepresentable, let raw = value.rawValue as? any Encodable
    else { throw SampleMissing() }
    return try JSONValue(encoding: raw)
  }
}

/// The values of enums without associated values.
enum EnumCases {
  #if _runtime(_ObjC)
    /// All values, in order; `nil` if it is no such enum, or not `CaseIterable`.
    static func all<T>(of type: T.Type) -> [T]? {
      guard type is any RawRepresentable.Type || type is any CodingKey.Type else { return nil }
      return (type as? any CaseIterable.Type).flatMap(listed) as? [T]
    }

    private static func listed<T: CaseIterable>(of type: T.Type) -> [Any]? { Array(type.allCases) }

    /// Whether it is an enum with associated values, as far as that can be told.
    static func havePayloads(_ type: Any.Type) -> Bool { false }
  #else
    /// All values, in order; `nil` if it is no such enum.
    static func all<T>(of type: T.Type) -> [T]? {
      guard let counts = counts(type), counts.payload == 0, counts.plain > 0,
        MemoryLayout<T>.size == tagSize(counts.plain)
      else { return nil }
      return (0..<counts.plain).map { index in
        withUnsafeBytes(of: UInt64(index).littleEndian) { $0.load(as: T.self) }
      }
    }

    /// Whether it is an enum with associated values, as far as that can be told.
    static func havePayloads(_ type: Any.Type) -> Bool { (counts(type)?.payload ?? 0) > 0 }

    /// How many cases an enum has, with associated values and without; `nil` for another type, and for `Optional`.
    ///
    /// See TypeMetadata.rst of Swift's ABI: the first word of the metadata is the kind. In those of an enum the second
    /// points to the descriptor, whose sixth 32 bits count the cases with payload, in 24 bits, and the next the others.
    private static func counts(_ type: Any.Type) -> (payload: Int, plain: Int)? {
      let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
      let enumKind: UInt = 0x201
      guard metadata[0] == enumKind, let descriptor = UnsafePointer<UInt32>(bitPattern: metadata[1])
      else { return nil }
      return (Int(descriptor[5] & 0xFF_FFFF), Int(descriptor[6]))
    }

    /// How many bytes a value is: the number of the case. Enums that come from C have other numbers and sizes.
    private static func tagSize(_ cases: Int) -> Int {
      switch cases {
      case ...1: 0
      case ...0x100: 1
      case ...0x1_0000: 2
      default: 4
      }
    }
  #endif
}
