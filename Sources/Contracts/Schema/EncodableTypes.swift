import JSON

extension SchemaProbe {
  /// Finds what a struct encodes that cannot be decoded. Makes one of samples of its stored
  /// properties, and runs its `encode(to:)` with an encoder that records; once with all optional
  /// properties, once without.
  ///
  /// Enums with associated values and classes cannot be made in this way; their schema is any JSON.
  func encodableShape<T: Encodable>(of type: T.Type, depth: Int) -> Shape {
    guard let full = make(T.self, optionals: true, depth: depth),
      let bare = make(T.self, optionals: false, depth: depth)
    else { return Shape(schema: Schema.any) }
    let all = EncodingNotes(self, depth: depth, full)
    let least = EncodingNotes(self, depth: depth, bare)
    return Shape(schema: all.schema(requiringWhatIsIn: least), sample: full)
  }

  /// Makes a struct whose properties are samples.
  ///
  /// - Parameter optionals: whether optional properties get a sample, if there is one.
  private func make<T>(_: T.Type, optionals: Bool, depth: Int) -> T? {
    guard !(T.self is AnyObject.Type), let fields = StoredField.all(of: T.self) else { return nil }
    var samples: [Any] = []
    for field in fields {
      var shape = shape(of: field.type, depth: depth + 1)
      if optionals, let optional = field.type as? any OptionalType.Type,
        let sample = self.shape(of: optional.wrapped, depth: depth + 1).sample
      {
        shape.sample = optional.wrapping(sample)
      }
      guard let sample = shape.sample else { return nil }
      samples.append(sample)
    }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(MemoryLayout<T>.size, 1), alignment: MemoryLayout<T>.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<T>.size)
    for (field, sample) in zip(fields, samples) {
      func put<Field>(_: Field.Type) -> Bool {
        guard let value = sample as? Field else { return false }
        memory.advanced(by: field.offset).initializeMemory(
          as: Field.self, repeating: value, count: 1)
        return true
      }
      // The memory is released without destroying earlier fields: it is not a complete value yet.
      guard _openExistential(field.type, do: put) else { return nil }
    }
    return memory.assumingMemoryBound(to: T.self).move()
  }
}
