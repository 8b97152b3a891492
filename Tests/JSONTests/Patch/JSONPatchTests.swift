import JSON
import Testing

/// Reading and writing patches; applying them is tested beside.
struct JSONPatchTests {
  @Test(arguments: [
    "[]", #"[{"op":"add","path":"/a","value":null}]"#, #"[{"op":"remove","path":""}]"#,
    #"[{"op":"replace","path":"/a~1b/0","value":{"c":[1]}},{"op":"test","path":"/é","value":"x"}]"#,
    #"[{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/b/-","path":"/c"}]"#,
  ])
  func isReadAndWritten(text: String) throws {
    let patch = try JSONPatch(try JSONValue(parsing: text))
    #expect(patch.json.description == text)
    var writer = JSONWriter()
    writer.write(patch)
    #expect(writer.text == text)
    #expect(try JSONValue(encoding: patch).description == text)
    #expect(try JSONValue(parsing: text).decode(JSONPatch.self) == patch)
  }

  @Test(arguments: [
    ("{}", "expected an array of operations, found an object"),
    ("[1]", "operation 0: expected an object, found an integer"),
    ("[{}]", "operation 0: \"op\" is missing"),
    (#"[{"op":1}]"#, "operation 0: expected a string as \"op\", found an integer"),
    (#"[{"op":"add"}]"#, "operation 0: \"path\" is missing"),
    (#"[{"op":"add","path":"/a"}]"#, "operation 0 at \"/a\": \"value\" is missing"),
    (
      #"[{"op":"add","path":"a","value":1}]"#,
      "operation 0: a JSON pointer is empty or starts with '/', not as in \"a\""
    ),
    (
      #"[{"op":"remove","path":"/a"},{"op":"move","path":"/a"}]"#,
      "operation 1 at \"/a\": \"from\" is missing"
    ),
    (#"[{"op":"merge","path":"/a"}]"#, "operation 0 at \"/a\": there is no operation \"merge\""),
  ])
  func isRejected(text: String, message: String) throws {
    let json = try JSONValue(parsing: text)
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(json) }
    #expect(error?.description == message)
  }
}
