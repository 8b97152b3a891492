/// An immutable part of the searched texts, stored contiguously.
public final class CandidateChunk: Sendable {
  let bytes: [UInt8]
  /// The end offset of each text; the first starts at 0.
  let ends: [UInt32]
  /// The characters of each text; see ``CharacterMask``. All bits are set for a text that is not
  /// ASCII.
  let masks: [UInt64]
  private let unusual: [Int: Unusual]
  /// The whole candidates, if only parts of them are shown.
  private let whole: CandidateChunk?

  /// The data that only few texts need.
  fileprivate struct Unusual: Sendable {
    /// The original bytes, if the text is shown with escapes.
    var original: [UInt8]?
    /// The styled parts.
    var styles: [StyledRange] = []
  }

  /// The number of bytes after the last text, so that several bytes can be read at once.
  static let padding = 8

  fileprivate init(
    _ bytes: [UInt8], _ ends: [UInt32], _ masks: [UInt64], _ unusual: [Int: Unusual],
    _ whole: CandidateChunk?
  ) {
    self.bytes = bytes
    self.ends = ends
    self.masks = masks
    self.unusual = unusual
    self.whole = whole
  }

  /// The number of candidates.
  public var count: Int { ends.count }

  /// Returns the byte range of a text.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Returns a text as it is shown and searched.
  public func text(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

  /// Returns a text as it would be shown without a selection of parts.
  public func whole(_ index: Int) -> String { whole?.text(index) ?? text(index) }

  /// Returns the original bytes of a text.
  public func original(_ index: Int) -> [UInt8] {
    if let whole { return whole.original(index) }
    let isMaybeEscaped = masks[index] & CharacterMask.maybeEscaped != 0
    return (isMaybeEscaped ? unusual[index]?.original : nil) ?? Array(bytes[range(index)])
  }
}

extension CandidateChunk {
  /// Returns the styled parts of a text, in order.
  public func styles(_ index: Int) -> [StyledRange] { unusual[index]?.styles ?? [] }

  /// Returns the whole candidates after the first ones.
  ///
  /// - Parameter left: The number of omitted candidates, at most `count`.
  public func dropFirst(_ left: Int) -> CandidateChunk {
    if left == 0 { return self }
    var builder = CandidateChunkBuilder()
    for index in left..<count {
      builder.unusual[index - left] = unusual[index]
      builder.append(shown: whole(index))
    }
    return builder.finish()
  }
}

/// Builds a chunk from texts.
public struct CandidateChunkBuilder {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  private var masks: [UInt64] = []
  fileprivate var unusual: [Int: CandidateChunk.Unusual] = [:]

  /// Creates an empty builder.
  public init() {}

  /// The number of added texts.
  public var count: Int { ends.count }

  /// Whether another text may be added; the bytes of a chunk are counted in 32 bits.
  public var hasRoom: Bool { bytes.count < 1 << 30 }

  /// Adds a text, which is shown as ``EscapedText`` writes it.
  public mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    let mask = Self.mask(of: text)
    if mask & CharacterMask.maybeEscaped != 0 {
      let shown = EscapedText.write(text)
      if !shown.utf8.elementsEqual(text) { unusual[count, default: .init()].original = Array(text) }
      append(shown: shown)
    } else {
      bytes += text
      ends.append(UInt32(bytes.count))
      masks.append(mask)
    }
  }

  /// Adds a text that is shown unchanged.
  public mutating func append(shown text: String) {
    let start = bytes.count
    bytes += text.utf8
    let mask = bytes.withUnsafeBufferPointer {
      Self.mask(of: UnsafeBufferPointer(rebasing: $0[start...]))
    }
    ends.append(UInt32(bytes.count))
    masks.append(mask & CharacterMask.notASCII == 0 ? mask : ~0)
  }

  /// Adds a text.
  public mutating func append(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { append($0) }
  }

  /// Adds a text; a reader, if given, removes its terminal sequences.
  ///
  /// - Parameter isShown: Whether it is shown unchanged.
  mutating func append(_ text: [UInt8], _ reader: inout StyleReader?, isShown: Bool = false) {
    let (bytes, parts) = reader?.read(text) ?? (text, [])
    let index = count
    if isShown { append(shown: String(decoding: bytes, as: UTF8.self)) } else { append(bytes) }
    if parts.isEmpty { return }
    func position(_ offset: Int) -> Int {
      unusual[index]?.original == nil
        ? bytes[..<offset].count { $0 & 0xC0 != 0x80 }
        : EscapedText.position(of: offset, in: bytes)
    }
    unusual[index, default: .init()].styles = parts.map { part in
      StyledRange(
        range: position(part.bytes.lowerBound)..<position(part.bytes.upperBound),
        parameters: part.style.parameters)
    }
  }

  /// Adds a text that is shown unchanged with these styles.
  mutating func append(shown text: String, styles: [StyledRange]) {
    if !styles.isEmpty { unusual[count, default: .init()].styles = styles }
    append(shown: text)
  }

  /// Returns the chunk.
  ///
  /// - Parameter whole: The whole candidates, of which these are parts.
  public consuming func finish(partsOf whole: CandidateChunk? = nil) -> CandidateChunk {
    bytes += [UInt8](repeating: 0, count: CandidateChunk.padding)
    return CandidateChunk(bytes, ends, masks, unusual, whole)
  }

  private static func mask(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    CharacterMask.bits.withUnsafeBufferPointer { bits in
      var mask: UInt64 = 0
      for byte in text { mask |= bits[Int(byte)] }
      return mask
    }
  }
}
