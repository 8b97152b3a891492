import JSON

/// What a ViewModel's `init` takes, as frontends name it: a string literal names a value that the frontend gives.
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

  /// A value; it may be left out when its type is optional.
  public init(stringLiteral name: String) {
    kind = .value(Argument(stringLiteral: name))
  }

  init(_ kind: Kind) { self.kind = kind }

  /// A value that may be left out. The default's type must be exactly the parameter's.
  public static func named(_ name: String, default value: some Any) -> Parameter {
    Parameter(.value(.named(name, default: value)))
  }

  /// Another instance: the new one gets the very same object, and is closed when that one is disposed.
  public static func uses(_ role: String) -> Parameter {
    Parameter(.role(role))
  }

  /// The ``ViewModelContext`` of the new instance.
  public static var context: Parameter { Parameter(.context) }

  /// The ``Services`` of the new instance, or a protocol that it conforms to, with the requests that will be sent.
  ///
  /// Each must be answered by the frontend or by the catalog; otherwise the instance is not created, or gets `nil`
  /// when the parameter is optional.
  public static func services(_ requests: any ServiceRequest.Type...) -> Parameter {
    Parameter(.services(requests))
  }
}
