import JSON

/// An output that is a list of things with an identity. A copy of the list is kept, not its JSON form, and compared with
/// the new one element by element.
///
/// The list that was fetched is let go of at once, and the copy brought up to date in place: while anybody else holds its
/// list, a ViewModel that changes one element copies all of them.
final class ListOutput<VM, Element: Encodable & Equatable & Identifiable>: OutputState {
  private var living: Living<VM>?
  private let property: (VM) -> [Element]
  private var fetched: [Element]?
  /// What the frontend knows; nothing when that is null, because the first list had no JSON form.
  private var known: [Element]?

  init(_ living: Living<VM>, _ property: @escaping (VM) -> [Element], _ place: Place) {
    self.living = living
    self.property = property
    fetched = property(living.viewModel)
    super.init(place)
  }

  override var json: JSONValue {
    // Nothing is known that has not been encoded before, so this does not fail.
    known.flatMap { try? JSONValue(encoding: $0) } ?? .null
  }

  override func fetch() {
    if let living { fetched = property(living.viewModel) }
  }

  override func start() throws {
    guard let new = fetched.take() else { return }
    _ = try JSONValue(encoding: new)
    known = new
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = fetched.take() else { return false }
    guard var list = known else {
      place.writeReplacement(try JSONValue(encoding: new), to: &writer)
      known = new
      return true
    }
    let patch = try JSONPatch.difference(from: list, to: new, at: place.pointer)
    // From here on there is one owner, so that it is changed in place.
    known = nil
    list.replaceMiddle(with: new)
    known = list
    return place.write(patch, to: &writer)
  }

  override func tearDown() { living = nil }
}

extension Array {
  /// Becomes the same as another array, and touches only what is between the ends at which both have the same bits.
  fileprivate mutating func replaceMiddle(with new: [Element]) {
    let (prefix, suffix) = withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        let stride = MemoryLayout<Element>.stride
        let limit = Swift.min(old.count, new.count)
        let prefix = old.sameBytesAtStart(new, limit: limit) / stride
        return (prefix, old.sameBytesAtEnd(new, limit: limit - prefix * stride) / stride)
      }
    }
    replaceSubrange(prefix..<count - suffix, with: new[prefix..<new.count - suffix])
  }
}

extension UnsafeRawBufferPointer {
  /// As much as is compared in one step.
  private typealias Block = SIMD8<UInt64>
  private static var blockSize: Int { MemoryLayout<Block>.size }

  /// How many bytes are the same from the start on, rounded down to whole blocks.
  fileprivate func sameBytesAtStart(_ other: UnsafeRawBufferPointer, limit: Int) -> Int {
    var offset = 0
    while offset + Self.blockSize <= limit,
      loadUnaligned(fromByteOffset: offset, as: Block.self)
        == other.loadUnaligned(fromByteOffset: offset, as: Block.self)
    {
      offset += Self.blockSize
    }
    return offset
  }

  /// How many bytes are the same from the end on, rounded down to whole blocks.
  fileprivate func sameBytesAtEnd(_ other: UnsafeRawBufferPointer, limit: Int) -> Int {
    var length = 0
    while length + Self.blockSize <= limit,
      loadUnaligned(fromByteOffset: count - length - Self.blockSize, as: Block.self)
        == other.loadUnaligned(
          fromByteOffset: other.count - length - Self.blockSize, as: Block.self)
    {
      length += Self.blockSize
    }
    return length
  }
}
