import JSON
import Testing

@testable import ViewModelHost

/// What is said of a member, as `describe` shows it.
@Suite struct DescriptionLinesTests {
  @Test func paragraphsAreBrokenAndCodeIsNot() {
    let words = Array(repeating: "word", count: 25).joined(separator: " ")
    let code = "    " + Array(repeating: "code", count: 25).joined(separator: " ")
    let lines = DescriptionLines.lines("Adds.\n\n\(words)\n\n\(code)\n- one", indentation: 2)
    #expect(
      lines == [
        "  Adds.", "",
        // 94 columns are left: 19 words of 4 letters, with 18 spaces, fill them.
        "  " + Array(repeating: "word", count: 19).joined(separator: " "),
        "  " + Array(repeating: "word", count: 6).joined(separator: " "), "",
        "  " + code, "  - one",
      ])
    #expect(DescriptionLines.lines(nil, indentation: 2) == [])
  }

  @Test func argumentsResultAndMembersFollow() throws {
    let input = try JSONValue(
      parsing: """
        {"name":"add","description":"Adds.\\n\\nAt the end.","arguments":[
          {"name":"thing","description":"what","schema":{"type":"object","properties":{
            "title":{"type":"string","description":"its name"},"plain":{"type":"string"},
            "parts":{"type":"array","items":{"oneOf":[{"type":"null"},
              {"type":"object","properties":{"id":{"type":"integer","description":"which"}}}]}}}}},
          {"name":"at","schema":{"type":"integer"}}],
         "result":{"type":"integer","description":"how many"}}
        """)
    #expect(
      DescriptionLines.lines(of: input, indentation: 1) == [
        " Adds.", "", " At the end.", " thing: what", " thing.title: its name",
        " thing.parts[].id: which", " Returns: how many",
      ])
    #expect(DescriptionLines.summary(of: input, indentation: 1) == [" Adds."])
    #expect(DescriptionLines.lines(of: ["name": "add"], indentation: 1) == [])
  }
}
