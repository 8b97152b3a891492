import Testing

@testable import CodeGeneration

/// What languages without types check of an argument.
struct CheckedKindTests {
  private static let definitions: [String: WireType] = [
    "Level": .union([.constant("low"), .constant("high")]), "Count": .integer(isLong: true),
  ]

  @Test(
    arguments: [
      (.any, "anything"), (.named("Missing"), "anything"), (.union([.string, .any]), "anything"),
      (.named("Level"), #"constant(["low", "high"])"#),
      (.union([.named("Level"), .integer(isLong: true)]), #"kinds(["string", "integer"])"#),
      (.union([.named("Count"), .null, .integer(isLong: false)]), #"kinds(["integer", "null"])"#),
      (.array(.any), #"kinds(["list"])"#), (.tuple([.string]), #"kinds(["list"])"#),
      (.dictionary(.any), #"kinds(["object"])"#), (.object([]), #"kinds(["object"])"#),
      (.union([.constant(1), .string]), #"kinds(["number", "string"])"#),
      (.union([.constant(true), .string]), "anything"),
    ] as [(WireType, String)])
  func aTypeHasKinds(type: WireType, kind: String) {
    #expect("\(CheckedKind(type, Self.definitions, array: "list"))" == kind)
  }
}
