import JSON

/// A parameter of a ViewModel's `init`. A string literal names a value that the frontend gives.
public struct Parameter: ExpressibleByStringLiteral {
  enum Kind {
    case value(Argument)
    case role(String)
    case context
    /// A stream that the host feeds.
    case stream(String, Argument?, start: Any?)
    case services([any ServiceRequest.Type])
  }
  let kind: Kind

  /// A value, which is optional if its type is.
  public init(stringLiteral name: String) {
    kind = .value(Argument(stringLiteral: name))
  }

  init(_ kind: Kind) { self.kind = kind }

  /// An optional value. The default's type must be exactly the parameter's.
  public static func named(_ name: String, default value: some Any) -> Parameter {
    Parameter(.value(.named(name, default: value)))
  }

  /// Another instance: the new one gets its object, and is closed when that instance is disposed.
  public static func uses(_ role: String) -> Parameter {
    Parameter(.role(role))
  }

  /// The ``ViewModelContext`` of the new instance.
  public static var context: Parameter { Parameter(.context) }

  /// The ``Services`` of the new instance, or a protocol that `Services` conforms to, with the
  /// requests that the ViewModel sends.
  ///
  /// The frontend or the catalog must answer each of them. Otherwise the instance is not created,
  /// or gets `nil` if the parameter is optional.
  public static func services(_ requests: any ServiceRequest.Type...) -> Parameter {
    Parameter(.services(requests))
  }
}
