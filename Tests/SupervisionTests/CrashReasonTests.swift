import HostProtocol
import JSON
import Testing

/// The place that a reason names.
@Suite struct CrashReasonTests {
  @Test(arguments: [
    ("ended by SIGILL: a/B.swift:3: Fatal error: boom", "a/B.swift", 3),
    ("ended by SIGILL: Program crashed: Illegal instruction at /x/C.swift:23:44", "/x/C.swift", 23),
    ("ended by SIGILL: Swift/B.swift:7: Fatal error: b at /x/C.swift:23:44", "/x/C.swift", 23),
  ]) func aPlaceIsFound(words: String, file: String, line: Int) {
    let members = CrashReason(words).members
    #expect(
      members == ["reason": .string(words), "file": .string(file), "line": .integer(Int64(line))])
  }

  @Test(arguments: [
    "ended by SIGKILL", "ended (exit status 3)", "it did not return for 2 s",
    "ended by SIGILL: Swift/B.swift:7: Fatal error: Index out of range",
  ])
  func otherwiseThereIsNone(words: String) {
    #expect(CrashReason(words).members == ["reason": .string(words)])
  }

  @Test func whatIsRefusedSaysWhy() {
    let error = CrashReason("ended by SIGSEGV").error
    #expect(error.code.rawValue == -32017)
    #expect(error.message == "The host crashed, and continues without this: ended by SIGSEGV")
    #expect(error.data == ["reason": "ended by SIGSEGV"])
  }
}
