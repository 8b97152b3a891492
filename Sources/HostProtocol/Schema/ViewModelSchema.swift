import JSON

/// The schema of a ViewModel's description: the result of `viewModel/describe`, and an entry of a
/// contract.
package enum ViewModelSchema {
  package static var description: MessageSchema {
    .sent(
      [
        "name": .text, "parameters": .list(of: .describedArgument),
        "uses": members(["viewModels": .list(of: .text)]),
        "services": members([
          "arguments": .schema, "result": .schema, "required": .bool,
        ]),
        "inputs": members(
          ["arguments": .list(of: .describedArgument), "async": .bool],
          optional: ["throws": .constant(true), "result": .schema]),
        "outputs": members(
          ["schema": .schema],
          optional: ["window": .sent(["anchor": .bool, "always": .bool])]),
        "events": members(["schema": .schema]),
      ], optional: ["description": .text])
  }

  /// Returns the schema of a list of objects that have a name, and may have a description.
  private static func members(
    _ required: MessageSchema.Members, optional: MessageSchema.Members = [:]
  ) -> MessageSchema {
    .list(
      of: .sent(["name": .text], optional: ["description": .text])
        .including(required, optional: optional))
  }
}
