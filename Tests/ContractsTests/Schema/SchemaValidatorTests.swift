import JSON
import Testing

@testable import Contracts

/// The validator that the laws of schemas rest on; the expectations are JSON Schema's own (draft
/// 2020-12).
@Suite struct SchemaValidatorTests {
  @Test(arguments: [
    ("{}", "null", true), ("{}", #"{"a":1}"#, true),
    (#"{"type":"integer"}"#, "1", true), (#"{"type":"integer"}"#, "1.5", false),
    (#"{"type":"integer"}"#, "1.0", true), (#"{"type":"number"}"#, "1", true),
    (#"{"type":"boolean"}"#, "0", false), (#"{"type":"null"}"#, "null", true),
    (#"{"type":["string","null"]}"#, "null", true), (#"{"type":["string","null"]}"#, "1", false),
    (#"{"type":"object"}"#, "[]", false), (#"{"type":"array"}"#, "{}", false),
    (#"{"enum":["a",null]}"#, "null", true), (#"{"enum":["a",null]}"#, #""b""#, false),
    (#"{"enum":[{"up":{}}]}"#, #"{"up":{}}"#, true),
    (#"{"minimum":0,"maximum":255}"#, "255", true), (#"{"minimum":0}"#, "-1", false),
    (#"{"maximum":255}"#, "256", false), (#"{"minimum":0}"#, #""text""#, true),
    (#"{"minLength":1}"#, #""""#, false), (#"{"minLength":1}"#, #""a""#, true),
    (#"{"pattern":"^a$"}"#, #""a""#, true), (#"{"pattern":"^a$"}"#, #""ab""#, false),
    (#"{"pattern":"^a$"}"#, "1", true),
    (#"{"format":"date-time"}"#, #""2026-01-31T12:00:00Z""#, true),
    (#"{"format":"date-time"}"#, #""2026-01-31""#, false),
    (#"{"format":"uuid"}"#, #""00000000-0000-0000-0000-00000000000a""#, true),
    (#"{"format":"uuid"}"#, #""1-2""#, false),
    (#"{"format":"uri-reference"}"#, #""a/b?c#d""#, true),
    (#"{"format":"uri-reference"}"#, #""a b""#, false),
    (#"{"contentEncoding":"base64"}"#, #""AQID""#, true),
    (#"{"contentEncoding":"base64"}"#, #""%""#, false),
    (#"{"items":{"type":"integer"}}"#, "[1,2]", true),
    (#"{"items":{"type":"integer"}}"#, #"[1,"a"]"#, false),
    (#"{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}"#, #"["a",1]"#, true),
    (#"{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}"#, #"[1,1]"#, false),
    (#"{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}"#, #"["a","b"]"#, false),
    (#"{"prefixItems":[{"type":"string"}]}"#, "[]", true),
    (#"{"minItems":2,"maxItems":2}"#, "[1]", false), (#"{"maxItems":1}"#, "[1,2]", false),
    (#"{"uniqueItems":true}"#, "[1,1]", false), (#"{"uniqueItems":true}"#, "[1,2]", true),
    (#"{"properties":{"a":{"type":"integer"}}}"#, #"{"a":"b"}"#, false),
    (#"{"properties":{"a":{"type":"integer"}}}"#, #"{"b":"b"}"#, true),
    (#"{"required":["a"]}"#, "{}", false), (#"{"required":["a"]}"#, #"{"a":null}"#, true),
    (#"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"a":1}"#, true),
    (#"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"b":1}"#, false),
    (#"{"additionalProperties":{"type":"integer"}}"#, #"{"b":"c"}"#, false),
    (#"{"propertyNames":{"pattern":"^[0-9]+$"}}"#, #"{"1":1}"#, true),
    (#"{"propertyNames":{"pattern":"^[0-9]+$"}}"#, #"{"a":1}"#, false),
    (#"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#, #""a""#, true),
    (#"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#, "null", false),
    (#"{"oneOf":[{"type":"integer"},{"type":"string"}]}"#, "1", true),
    (#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#, "1", false),
  ])
  func says(schema: String, value: String, isValid: Bool) throws {
    let result = try SchemaValidator.isValid(
      JSONValue(parsing: value), JSONValue(parsing: schema))
    #expect(result == isValid)
  }

  @Test(arguments: [#"{"const":1}"#, #"{"format":"email"}"#])
  func refusesWhatItDoesNotKnow(schema: String) throws {
    let schema = try JSONValue(parsing: schema)
    #expect(throws: SchemaValidator.UnknownKeyword.self) {
      try SchemaValidator.isValid("text", schema)
    }
  }
}
