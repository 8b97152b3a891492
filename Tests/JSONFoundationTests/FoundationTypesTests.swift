import Foundation
import JSON
import JSONFoundation
import Testing

struct FoundationTypesTests {
  /// Every place in which such a value can stand.
  struct Everywhere: Codable, Equatable {
    enum Event: Codable, Equatable {
      case at(Date, url: URL)
    }
    struct Inner: Codable, Equatable {
      var id: UUID
      var none: Date?
      var some: Date?
    }
    var date: Date
    var inner: Inner
    var urls: [URL]
    var byName: [String: Data]
    var optionals: [Decimal?]
    var event: Event
  }

  private let date = Date(timeIntervalSince1970: 1_769_860_800)

  @Test func workWhereverTheyStand() throws {
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    let id = try #require(UUID(uuidString: "0F0E0D0C-0B0A-0908-0706-050403020100"))
    let value = Everywhere(
      date: date,
      inner: .init(id: id, none: nil, some: date),
      urls: [url],
      byName: ["a": Data([1, 2, 255])],
      optionals: [nil, 1.5],
      event: .at(date, url: url)
    )
    let json = try JSONValue(encoding: value)
    #expect(
      json == [
        "date": "2026-01-31T12:00:00Z",
        "inner": ["id": "0F0E0D0C-0B0A-0908-0706-050403020100", "some": "2026-01-31T12:00:00Z"],
        "urls": ["https://example.com/a?b=c"],
        "byName": ["a": "AQL/"],
        "optionals": [nil, 1.5],
        "event": ["at": ["_0": "2026-01-31T12:00:00Z", "url": "https://example.com/a?b=c"]],
      ]
    )
    #expect(try json.decode(Everywhere.self) == value)
  }

  @Test(arguments: [
    ("2026-01-31T12:00:00Z", 1_769_860_800), ("2026-01-31T13:00:00+01:00", 1_769_860_800),
    ("2026-01-31T12:00:00.25Z", 1_769_860_800.25), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59.500Z", -0.5), ("2024-02-29t00:00:00z", 1_709_164_800),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("0000-01-01T00:00:00Z", -62_167_219_200),
    ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-01-31T06:30:00.125-05:30", 1_769_860_800.125),
  ])
  func readsDates(text: String, seconds: Double) throws {
    let date = try JSONValue.string(text).decode(Date.self)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0005)
  }

  @Test(arguments: [
    "2024-02-29T00:00:00Z garbage", "2024-02-29T00:00:00+05:30x", "2024-02-29T00:00:00+05:3",
    "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z",
    "2024-02-29T24:00:00Z", "2024-02-29T00:60:00Z", "2024-02-29T00:00:61Z", "2024-2-9T0:0:0Z",
    "2024-02-29T00:00:00", "2024-02-29 00:00:00Z", "2024-02-29T00:00:00.Z", " 2024-02-29T00:00:00Z",
    "2024-02-29T00:00:00Z\n", "2024-02-29T00:00:00+24:00", "2024-02-29T00:00:00+0530", "2024-02-29",
    "24-02-29T00:00:00Z", "-024-02-29T00:00:00Z", "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z",
    "2024-01-00T00:00:00Z", "２０２４-02-29T00:00:00Z", "",
  ])
  func refusesWhatIsNoDateToItsLastCharacter(text: String) {
    #expect(throws: DecodingError.self) { try JSONValue.string(text).decode(Date.self) }
  }

  @Test func daysAreReadAndWrittenAsFoundationDoesItInOurCalendar() throws {
    // From 1583-01-01 on.
    for day in stride(from: -141_349, through: 2_932_896, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661)
      let json = try JSONValue(encoding: date)
      #expect(json == .string(date.formatted(.iso8601)))
      #expect(try json.decode(Date.self) == date)
    }
  }

  @Test func earlierDaysAreReadAsTheyAreWritten() throws {
    for day in stride(from: -719_528, through: -141_349, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      #expect(try JSONValue(encoding: date).decode(Date.self) == date)
    }
    let first = Date(timeIntervalSince1970: -62_167_219_200)
    #expect(try JSONValue(encoding: first) == "0000-01-01T00:00:00Z")
    #expect(throws: EncodingError.self) { try JSONValue(encoding: first - 1) }
    let last = Date(timeIntervalSince1970: 253_402_300_800)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: last) }
  }

  @Test(arguments: [" 1", "1 ", "1\n", "\t1", "01", "+1", "1.", ".5", "0x1", "1e", "NaN"])
  func refusesWhatIsNoDecimalToItsLastCharacter(text: String) {
    #expect(throws: DecodingError.self) { try JSONValue.string(text).decode(Decimal.self) }
  }

  @Test func writesMilliseconds() throws {
    for milliseconds in 0..<1000 {
      let seconds = 1_769_860_800 + Double(milliseconds) / 1000
      let json = try JSONValue(encoding: Date(timeIntervalSince1970: seconds))
      let digits = String(String(1000 + milliseconds).dropFirst())
      let fraction = milliseconds == 0 ? "" : "." + digits
      #expect(json == .string("2026-01-31T12:00:00\(fraction)Z"))
    }
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("12345678901234567890", "\"12345678901234567890\""), ("-7", "-7"),
    ("3.14159265358979323846", "\"3.14159265358979323846\""), ("1000000", "1000000"),
  ])
  func writesDecimals(text: String, json: String) throws {
    let decimal = try #require(Decimal(string: text))
    let value = try JSONValue(encoding: [decimal])
    #expect(value.description == "[\(json)]")
    #expect(try value.decode([Decimal].self) == [decimal])
  }

  @Test(
    arguments: [
      ("when", #"expected a date such as "2026-01-31T12:00:00Z", found "soon""#, "soon"),
      ("when", #"expected a date such as "2026-01-31T12:00:00Z", found an integer"#, 5),
      ("id", #"expected a UUID, found "1-2""#, "1-2"),
      ("bytes", #"expected a string in base64, found "%""#, "%"),
      ("price", #"expected a decimal number, found "5 apples""#, "5 apples"),
      ("link", "expected a URL, found null", nil),
    ] as [(String, String, JSONValue)]
  )
  func saysWhatWasExpected(key: String, message: String, json: JSONValue) throws {
    struct Wrong: Decodable {
      var when: Date?
      var id: UUID?
      var bytes: Data?
      var price: Decimal?
    }
    struct Link: Decodable { var link: URL }
    let object = JSONValue.object([key: json])
    let error = #expect(throws: DecodingError.self) {
      if key == "link" {
        _ = try object.decode(Link.self)
      } else {
        _ = try object.decode(Wrong.self)
      }
    }
    #expect(error?.sentence == "\(key): \(message)")
  }
}
