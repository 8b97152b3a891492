/// Some texts among which is searched, one behind the other in memory. It never changes.
public final class CandidateChunk: Sendable {
  let bytes: [UInt8]
  /// Where each text ends; the first begins at 0.
  let ends: [UInt32]
  /// What characters are in each; see ``CharacterMask``. All bits for a text that is not ASCII.
  let masks: [UInt64]
  private let unusual: [Int: Unusual]
  /// The same candidates before parts of them were chosen to be shown.
  private let whole: CandidateChunk?

  /// What few texts have.
  fileprivate struct Unusual: Sendable {
    /// The bytes of one that is shown with escapes.
    var original: [UInt8]?
    /// The parts that have a style of their own.
    var styles: [StyledRange] = []
  }

  /// How many bytes there are behind the last text, so that several can be read at once.
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

  /// How many there are.
  public var count: Int { ends.count }

  /// Where the bytes of a text are.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// A text as it is shown and searched.
  public func text(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

  /// A text as it would be shown if no parts of it had been chosen.
  public func whole(_ index: Int) -> String { whole?.text(index) ?? text(index) }

  /// A text as it was given.
  public func original(_ index: Int) -> [UInt8] {
    if let whole { return whole.original(index) }
    let isMaybeEscaped = masks[index] & CharacterMask.maybeEscaped != 0
    return (isMaybeEscaped ? unusual[index]?.original : nil) ?? Array(bytes[range(index)])
  }
}

extension CandidateChunk {
  /// The parts of a text that have a style of their own, in order.
  public func styles(_ index: Int) -> [StyledRange] { unusual[index]?.styles ?? [] }

  /// The candidates behind the first ones, wholly.
  ///
  /// - Parameter left: how many are left out; no more than there are.
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

/// Collects texts.
public struct CandidateChunkBuilder {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  private var masks: [UInt64] = []
  fileprivate var unusual: [Int: CandidateChunk.Unusual] = [:]

  /// An empty one.
  public init() {}

  /// How many have been added.
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

  /// Adds a text that is shown as it is.
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

  /// Adds a text without what is written for a terminal, where there is somebody to read that.
  ///
  /// - Parameter isShown: whether it is shown as it is.
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

  /// Adds a text that is shown as it is, and has such styles.
  mutating func append(shown text: String, styles: [StyledRange]) {
    if !styles.isEmpty { unusual[count, default: .init()].styles = styles }
    append(shown: text)
  }

  /// What has been collected.
  ///
  /// - Parameter whole: the same candidates, of which these are parts.
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
