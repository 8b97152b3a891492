extension CandidateChunk {
  /// Returns these candidates reduced to some fields, which alone are shown and searched, joined,
  /// without trailing white space (fzf's `--with-nth`).
  public func showing(_ fields: FieldSelection) -> CandidateChunk {
    var builder = CandidateChunkBuilder()
    for index in 0..<count {
      let shown = fields.shown(of: text(index), styles(index))
      builder.append(shown: shown.text, styles: shown.styles)
    }
    return builder.finish(partsOf: self)
  }
}

extension FieldSelection {
  /// Returns the shown part of a text.
  public func shown(of text: String) -> String { shown(of: text, []).text }

  /// Returns the shown part of a text, and the styles of its parts.
  func shown(of text: String, _ styles: [StyledRange]) -> (text: String, styles: [StyledRange]) {
    var text = text
    return text.withUTF8 { bytes in
      var (shown, count) = ("", 0)
      var moved: [StyledRange] = []
      for part in shownParts(of: bytes) {
        shown += String(decoding: bytes[part], as: UTF8.self)
        let start = Self.scalars(in: bytes[..<part.lowerBound])
        let range = start..<start + Self.scalars(in: bytes[part])
        for style in styles where style.range.overlaps(range) {
          let both = style.range.clamped(to: range)
          moved.append(
            StyledRange(
              range: both.lowerBound - start + count..<both.upperBound - start + count,
              parameters: style.parameters))
        }
        count += range.count
      }
      return (shown, moved)
    }
  }

  private static func scalars(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }
}
