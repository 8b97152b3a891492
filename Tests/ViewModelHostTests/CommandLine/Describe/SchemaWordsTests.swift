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
    (#"{"type":"object"}"#, "object"),
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
  ])
  func anInputIsWrittenAsItIsTyped(input: String, text: String) throws {
    #expect(words(forInput: try JSONValue(parsing: input)) == text)
  }
}
