import Hosting

/// The name of an input's argument on the wire; a string literal is enough.
///
///     input("search", SearchViewModel.search, "text", .named("limit", default: 20))
///
/// An argument with a default or of optional type (then `nil`) may be omitted; others are required.
public struct Argument: ExpressibleByStringLiteral {
  let name: String
  let defaultValue: Any?

  /// A required argument, or an optional one if its type is optional.
  public init(stringLiteral name: String) {
    self.init(name: name, defaultValue: nil)
  }

  init(name: String, defaultValue: Any?) {
    self.name = name
    self.defaultValue = defaultValue
  }

  /// An argument that may be omitted. The default's type must be exactly the argument's.
  public static func named(_ name: String, default value: some Any) -> Argument {
    Argument(name: name, defaultValue: value)
  }
}

extension Signature {
  /// - Throws: if the names and types do not match.
  init(
    _ arguments: [Argument], types: [any Decodable.Type], of owner: @autoclosure () -> String
  ) throws(AuthorFault) {
    try requireCount(types.count, "argument", named: arguments.count, in: owner())
    try requireUnique(arguments.map(\.name), "\(owner()) has two arguments")
    for (argument, type) in zip(arguments, types) {
      guard let value = argument.defaultValue, Swift.type(of: value) != type else { continue }
      throw AuthorFault(
        "\(owner()) has a default for \(argument.name) that is no \(type) but \(Swift.type(of: value))"
      )
    }
    self.init(
      zip(arguments, types).map { argument, type in
        Slot(name: argument.name, type: type, defaultValue: argument.defaultValue)
      })
  }
}
