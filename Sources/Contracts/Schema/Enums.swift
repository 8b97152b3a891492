import JSON

extension SchemaProbe {
  /// The JSON of all cases of an enum without associated values.
  func enumShape(of type: Any.Type) -> Shape? {
    func shape<T>(_ type: T.Type) -> Shape? {
      guard let cases = EnumCases.all(of: type), let json = try? cases.map(Self.json(of:)) else {
        return nil
      }
      return Shape(schema: Self.schema(ofCases: json), sample: cases.first)
    }
    return _openExistential(type, do: shape)
  }

  /// A case with Swift's own coding may contain unknown members, as any object may.
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
    /// All values, in order; `nil` for another type, or one that is not `CaseIterable`.
    static func all<T>(of type: T.Type) -> [T]? {
      guard type is any RawRepresentable.Type || type is any CodingKey.Type else { return nil }
      return (type as? any CaseIterable.Type).flatMap(listed) as? [T]
    }

    private static func listed<T: CaseIterable>(of type: T.Type) -> [Any]? { Array(type.allCases) }

    /// Whether it is an enum with associated values; unknown here.
    static func havePayloads(_ type: Any.Type) -> Bool { false }
  #else
    /// All values, in order; `nil` for another type.
    static func all<T>(of type: T.Type) -> [T]? {
      guard let counts = counts(type), counts.payload == 0, counts.plain > 0,
        MemoryLayout<T>.size == tagSize(counts.plain)
      else { return nil }
      return (0..<counts.plain).map { index in
        withUnsafeBytes(of: UInt64(index).littleEndian) { $0.load(as: T.self) }
      }
    }

    /// Whether it is an enum with associated values, if that is known.
    static func havePayloads(_ type: Any.Type) -> Bool { (counts(type)?.payload ?? 0) > 0 }

    /// The number of an enum's cases, with and without associated values; `nil` for another type,
    /// and for `Optional`.
    ///
    /// See TypeMetadata.rst of Swift's ABI: the first word of the metadata is the kind. In an
    /// enum's metadata the second word points to the descriptor. Its sixth 32-bit field counts the
    /// cases with payload, in 24 bits; its seventh counts the others.
    private static func counts(_ type: Any.Type) -> (payload: Int, plain: Int)? {
      let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
      let enumKind: UInt = 0x201
      guard metadata[0] == enumKind, let descriptor = UnsafePointer<UInt32>(bitPattern: metadata[1])
      else { return nil }
      return (Int(descriptor[5] & 0xFF_FFFF), Int(descriptor[6]))
    }

    /// The size of the case number, in bytes. Enums from C have other numbers and sizes.
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
