import JSON
import Testing

struct JSONPatchApplyTests {
  /// RFC 6902, appendix A, and what its text says beside.
  @Test(arguments: [
    // A.1 to A.7
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
      #"{"baz":"qux","foo":"bar"}"#
    ),
    (
      #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
      #"{"foo":["bar","qux","baz"]}"#
    ),
    (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
    (
      #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
      #"{"foo":["bar","baz"]}"#
    ),
    (
      #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
      #"{"baz":"boo","foo":"bar"}"#
    ),
    (
      #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    (
      #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      #"{"foo":["all","cows","eat","grass"]}"#
    ),
    // A.8, A.10, A.11, A.14, A.16
    (
      #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      #"{"baz":"qux","foo":["a",2,"c"]}"#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      #"{"foo":"bar","child":{"grandchild":{}}}"#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
      #"{"foo":"bar","baz":"qux"}"#
    ),
    (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
    (
      #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
      #"{"foo":["bar",["abc","def"]]}"#
    ),
    // Section 4.1: an existing member is replaced; the root, too.
    (#"{"a":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2}"#),
    ("1", #"[{"op":"add","path":"","value":[2]}]"#, "[2]"),
    ("1", #"[{"op":"replace","path":"","value":2}]"#, "2"),
    ("[]", #"[{"op":"add","path":"/0","value":1},{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
    (#"{"":1}"#, #"[{"op":"replace","path":"/","value":2}]"#, #"{"":2}"#),
    // Section 4.5; a copy is a value of its own.
    (
      #"{"a":[1]}"#,
      #"[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/0","value":2}]"#,
      #"{"a":[1],"b":[2,1]}"#
    ),
    (#"{"a":[1]}"#, #"[{"op":"copy","from":"","path":"/a/0"}]"#, #"{"a":[{"a":[1]},1]}"#),
    // Section 4.4: from a child to where its parent is; and to where it is.
    (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a/b","path":"/a"}]"#, #"{"a":1}"#),
    (#"{"a":1,"b":2}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1,"b":2}"#),
    ("[1,2,3]", #"[{"op":"move","from":"/0","path":"/-"}]"#, "[2,3,1]"),
    (#"{"a":1,"ab":2}"#, #"[{"op":"move","from":"/a","path":"/ab"}]"#, #"{"ab":1}"#),
    // Section 4.6: numbers by value, members in any order.
    ("[1.0]", #"[{"op":"test","path":"/0","value":1}]"#, "[1]"),
    (
      #"{"a":{"x":1,"y":2}}"#, #"[{"op":"test","path":"/a","value":{"y":2,"x":1}}]"#,
      #"{"a":{"x":1,"y":2}}"#
    ),
  ])
  func changesTheDocument(document: String, patch: String, expected: String) throws {
    var value = try JSONValue(parsing: document)
    try JSONPatch(try JSONValue(parsing: patch)).apply(to: &value)
    #expect(value == (try JSONValue(parsing: expected)))
  }

  private static let document = #"{"a":{"b":[1,2,3]},"c":"text","":0}"#

  /// After some operations that do something, one that fails.
  @Test(arguments: [
    (#"{"op":"add","path":"/x/y","value":1}"#, "there is no member \"x\""),
    (#"{"op":"add","path":"/a/b/4","value":1}"#, "there is no element 4 in an array of 3"),
    (#"{"op":"add","path":"/a/b/01","value":1}"#, "\"01\" is not an index of an array"),
    (#"{"op":"add","path":"/c/x","value":1}"#, "nothing can be added to a string"),
    (#"{"op":"add","path":"/c/x/y","value":1}"#, "there is no \"x\" in a string"),
    (#"{"op":"remove","path":"/a/b/3"}"#, "there is no element 3 in an array of 3"),
    (#"{"op":"remove","path":"/a/b/-"}"#, "\"-\" is not an index of an array"),
    (#"{"op":"remove","path":"/x"}"#, "there is no member \"x\""),
    (#"{"op":"remove","path":"/c/x"}"#, "there is no \"x\" in a string"),
    (#"{"op":"replace","path":"/x","value":1}"#, "there is no member \"x\""),
    (#"{"op":"replace","path":"/a/b/-","value":1}"#, "\"-\" is not an index of an array"),
    (#"{"op":"move","from":"/a","path":"/a/b/0"}"#, "\"/a\" cannot be moved into itself"),
    (#"{"op":"move","from":"","path":"/a"}"#, "\"\" cannot be moved into itself"),
    (#"{"op":"move","from":"/x","path":"/y"}"#, "there is no member \"x\""),
    (#"{"op":"move","from":"/a/b/0","path":"/a/b/3"}"#, "there is no element 3 in an array of 2"),
    (#"{"op":"move","from":"/c","path":"/x/y"}"#, "there is no member \"x\""),
    (#"{"op":"copy","from":"/x","path":"/y"}"#, "there is nothing at \"/x\""),
    (#"{"op":"test","path":"/c","value":"other"}"#, "expected \"other\", found \"text\""),
    (#"{"op":"test","path":"/x","value":null}"#, "there is nothing to test"),
  ])
  func changesNothingWhenAnOperationFails(operation: String, reason: String) throws {
    let before = #"""
      {"op":"add","path":"/new","value":[1]},{"op":"remove","path":"/new"},{"op":"remove","path":""},
      {"op":"replace","path":"","value":{"a":{"b":[9,1,2,3]},"c":0,"":0}},{"op":"remove","path":"/a/b/0"},
      {"op":"move","from":"/c","path":"/d"},{"op":"add","path":"/c","value":"text"},
      {"op":"copy","from":"/a","path":"/d"},{"op":"remove","path":"/d"}
      """#
    var document = try JSONValue(parsing: Self.document)
    let patch = try JSONPatch(try JSONValue(parsing: "[\(before),\(operation)]"))
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &document) }
    #expect(document.description == Self.document)
    #expect(error?.operation == 9)
    #expect(error?.reason == reason)
    #expect(error?.path == patch.operations.last?.path)
  }

  /// A patch that fails at its end leaves the document as it was, the order of members included.
  @Test func isAtomic() {
    forEachSeed(upTo: 200) { seed in
      var generator = DocumentGenerator(seed: seed)
      let old = generator.document()
      let failing = JSONPatch.Operation.test(
        path: JSONPointer(tokens: ["no", "such", "place"]),
        value: 0
      )
      var document = old
      for _ in 0..<3 {
        var patch = JSONPatch.difference(from: old, to: generator.changed(old))
        patch.operations.append(failing)
        #expect(throws: JSONPatchError.self) { try patch.apply(to: &document) }
        #expect(document.description == old.description, "seed \(seed)")
      }
    }
  }
}
