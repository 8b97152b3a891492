import JSON
import Testing

@testable import ViewModelHost

/// JSON Schemas in words.
@Suite struct SchemaWordsTests {
  @Test(arguments: [
    ("{}", "any JSON"),
    (#"{"type":"integer"}"#, "integer"),
    (#"{"type":["string","null"]}"#, "string or null"),
    (#"{"enum":["on","off",3]}"#, #""on" or "off" or 3"#),
    (#"{"type":"array"}"#, "array"),
    (#"{"type":"array","items":{}}"#, "array"),
    (#"{"type":["array","null"],"items":{"type":"number"}}"#, "array of number or null"),
    (#"{"type":["integer","null"],"minimum":0,"maximum":255}"#, "integer from 0 to 255 or null"),
    (#"{"type":"integer","minimum":0}"#, "integer from 0"),
    (#"{"type":["string","null"],"format":"date-time"}"#, "string (date-time) or null"),
    (#"{"type":"string","contentEncoding":"base64"}"#, "string (base64)"),
    (#"{"enum":["low",null]}"#, #""low" or null"#),
    (
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2,"maxItems":2}"#,
      "[string, integer]"
    ),
    (
      #"{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"},"minItems":1}"#,
      "[string, …]"
    ),
    (#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#, "[string]"),
    (
      #"{"oneOf":[{"type":"object","properties":{"up":{"type":"object"}},"required":["up"],"additionalProperties":false},{"type":"string"}]}"#,
      "{up: object} or string"
    ),
    (#"{"type":"object"}"#, "object"),
    (
      ##"{"$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"array","items":{"$ref":"#/$defs/Tree"}}}}"##,
      "array of Tree"
    ),
    (#"{"type":"object","additionalProperties":{}}"#, "object"),
    (#"{"type":"object","additionalProperties":{"type":"boolean"}}"#, "object of boolean"),
    (
      #"{"type":"object","properties":{"id":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}},"required":["id"]}"#,
      "{id: integer, tags?: array of string}"
    ),
  ])
  func aSchemaHasWords(schema: String, text: String) throws {
    #expect(words(forSchema: try JSONValue(parsing: schema)) == text)
  }

  @Test(arguments: [
    (#"{"name":"f","arguments":[],"async":false}"#, "f"),
    (
      #"{"name":"f","arguments":[{"name":"a","schema":{"type":"integer"},"required":true},{"name":"b","schema":{},"required":false}],"async":true}"#,
      "f a: integer, b?: any JSON (asynchronous)"
    ),
    (
      #"{"name":"f","arguments":[{"name":"a","schema":{"type":"integer"}}],"result":{"type":"string","description":"It."}}"#,
      "f a: integer → string"
    ),
  ])
  func anInputIsWrittenAsItIsTyped(input: String, text: String) throws {
    #expect(words(forInput: try JSONValue(parsing: input)) == text)
  }
}
