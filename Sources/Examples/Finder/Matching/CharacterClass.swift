/// The class of a character, which decides where words start. The classes and their order are
/// fzf's.
enum CharacterClass: UInt8 {
  case white
  case nonWord
  case delimiter
  case lower
  case upper
  case letter
  case number

  /// The class of an ASCII character.
  init(ascii: UInt8) {
    self =
      switch ascii {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .number
      case 9...13, UInt8(ascii: " "): .white
      case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"),
        UInt8(ascii: "|"):
        .delimiter
      default: .nonWord
      }
  }

  /// The class of any character.
  init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      self.init(ascii: UInt8(truncatingIfNeeded: scalar.value))
      return
    }
    let properties = scalar.properties
    self =
      switch properties.generalCategory {
      case .lowercaseLetter: .lower
      case .uppercaseLetter: .upper
      case .decimalNumber, .letterNumber, .otherNumber: .number
      case .titlecaseLetter, .modifierLetter, .otherLetter: .letter
      default: properties.isWhitespace ? .white : .nonWord
      }
  }
}
