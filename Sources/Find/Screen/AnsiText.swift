/// A text with styles, without control sequences: SGR sequences become styles, and others (ECMA-48,
/// 5.4) are removed.
struct AnsiText {
  private(set) var text = ""
  private(set) var styles: [(Range<Int>, Style)] = []

  /// - Parameter style: the style at the start, which is updated to the style at the end.
  init(_ source: String, style: inout Style) {
    var scalars = Array(source.unicodeScalars)[...]
    var output = String.UnicodeScalarView()
    var (count, start) = (0, 0)
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        output.append(scalar)
        count += 1
        continue
      }
      guard let parameters = Self.sequence(&scalars) else { continue }
      if style != .plain, start < count { styles.append((start..<count, style)) }
      start = count
      style = Self.style(style, parameters)
    }
    if style != .plain, start < count { styles.append((start..<count, style)) }
    text = String(output)
  }

  /// Removes the rest of a control sequence.
  ///
  /// - Returns: the parameters, if it is SGR.
  private static func sequence(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String? {
    guard let introducer = scalars.first else { return nil }
    switch introducer {
    case "[":
      scalars.removeFirst()
      var parameters = String.UnicodeScalarView()
      while let scalar = scalars.first, 0x20...0x3F ~= scalar.value {
        parameters.append(scalar)
        scalars.removeFirst()
      }
      return scalars.popFirst() == "m" ? String(parameters) : nil
    case "]":
      // An operating system command ends with BEL or ST.
      while let scalar = scalars.popFirst(), scalar != "\u{7}" {
        if scalar == "\u{1B}" {
          scalars = scalars.dropFirst()
          break
        }
      }
    case "(", ")": scalars = scalars.dropFirst(2)
    default: scalars.removeFirst()
    }
    return nil
  }

  private static func style(_ style: Style, _ parameters: String) -> Style {
    guard parameters.allSatisfy({ $0.isASCII && $0.isNumber || $0 == ";" || $0 == ":" }) else {
      return style
    }
    if parameters.isEmpty || parameters == "0" { return .plain }
    if parameters.hasPrefix("0;") { return Style(parameters: String(parameters.dropFirst(2))) }
    return style.adding(Style(parameters: parameters))
  }
}
