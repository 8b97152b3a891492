/// The `date-time` of RFC 3339, parsed strictly. Foundation accepts invalid days and trailing text,
/// and uses another calendar before 1582.
struct InternetTime {
  private var rest: Substring.UTF8View

  /// The seconds since 1970-01-01T00:00:00Z; `nil` for any other text. A leap second equals the
  /// second after it.
  static func seconds(_ text: String) -> Double? {
    var reader = InternetTime(rest: text[...].utf8)
    guard let day = reader.day(), reader.skip("Tt"), let time = reader.time(),
      let offset = reader.offset(), reader.rest.isEmpty
    else { return nil }
    return Double(day * 86_400 + time.seconds - offset) + time.fraction
  }

  /// A UTC time, from the milliseconds since 1970-01-01T00:00:00Z; `nil` outside of the years 0 to
  /// 9999.
  static func text(milliseconds: Double) -> String? {
    guard milliseconds >= -62_167_219_200_000, milliseconds < 253_402_300_800_000 else {
      return nil
    }
    // Counted from 0000-03-01, leap days are at the end of years (Hinnant, chrono-compatible date
    // algorithms).
    let all = Int(milliseconds) + 719_468 * 86_400_000
    let shifted = all + 146_097 * 86_400_000
    let (days, rest) = (shifted / 86_400_000, shifted % 86_400_000)
    let (era, ofEra) = (days / 146_097, days % 146_097)
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + (era - 1) * 400 + (month < 10 ? 0 : 1)
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: count - digits.count) + digits
    }
    let date =
      "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9, 2))-\(padded(day, 2))"
    let seconds = rest / 1000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    let fraction = rest % 1000 == 0 ? "" : ".\(padded(rest % 1000, 3))"
    return "\(date)T\(time.joined(separator: ":"))\(fraction)Z"
  }

  private mutating func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for byte in rest.prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    rest = rest.dropFirst(digits)
    return range.contains(value) ? value : nil
  }

  /// Skips one of some characters.
  private mutating func skip(_ characters: StaticString) -> Bool {
    guard let byte = rest.first, "\(characters)".utf8.contains(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The days since 1970-01-01, in the proleptic Gregorian calendar.
  private mutating func day() -> Int? {
    guard let year = number(4, 0...9999), skip("-"), let month = number(2, 1...12), skip("-")
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard let day = number(2, 1...lengths[month - 1]) else { return nil }
    // The leap days of earlier years since 0000-01-01, which is 719,528 days before 1970.
    let leaps = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
    return year * 365 + leaps + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_528
  }

  private mutating func time() -> (seconds: Int, fraction: Double)? {
    guard let hour = number(2, 0...23), skip(":"), let minute = number(2, 0...59), skip(":"),
      let second = number(2, 0...60)
    else { return nil }
    var fraction = "0"
    if skip(".") {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty else { return nil }
      fraction = "0." + String(Substring(digits))
      rest = rest.dropFirst(digits.count)
    }
    return (hour * 3600 + minute * 60 + second, Double(fraction) ?? 0)
  }

  /// In seconds, east of Greenwich.
  private mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+-"), let hour = number(2, 0...23), skip(":"), let minute = number(2, 0...59)
    else { return nil }
    return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
  }
}
