import JSON

/// An input of a ViewModel that is called with JSON.
package final class Input {
  package let name: String
  package let signature: Signature
  package let isAsync: Bool
  package let result: MethodResult
  /// Calls the input of the ViewModel in a box. Throws ``ArgumentError``, or an error of the
  /// method.
  let invoke: (AnyViewModelBox, JSONValue?) throws -> Invocation

  private init(
    _ name: String, _ signature: Signature, isAsync: Bool, _ result: MethodResult,
    invokeInBox invoke: @escaping (AnyViewModelBox, JSONValue?) throws -> Invocation
  ) {
    self.result = result
    self.name = name
    self.signature = signature
    self.isAsync = isAsync
    self.invoke = invoke
  }

  /// - Parameter invoke: reads the arguments in order, and calls the method.
  package convenience init<VM>(
    _ name: String, _ signature: Signature, isAsync: Bool, _ result: MethodResult,
    _ invoke: @escaping (VM, inout ArgumentReader) throws -> Invocation
  ) {
    self.init(
      name, signature, isAsync: isAsync, result,
      invokeInBox: { box, json in
        var reader = try ArgumentReader(json, signature)
        return try invoke(box.typed(VM.self).viewModel, &reader)
      })
  }

  /// - Parameter invoke: calls a method without arguments.
  package convenience init<VM>(
    _ name: String, _ result: MethodResult, _ invoke: @escaping (VM) throws -> Invocation
  ) {
    let signature = Signature([])
    self.init(
      name, signature, isAsync: false, result,
      invokeInBox: { box, json in
        if json != nil { _ = try ArgumentReader(json, signature) }
        return try box.typed(VM.self).call(invoke)
      })
  }

  /// Makes the input of a subclass.
  package func from(_ base: @escaping AnyViewModelBox.Base) -> Input {
    Input(
      name, signature, isAsync: isAsync, result,
      invokeInBox: { [invoke] in try invoke(base($0), $1) })
  }
}

/// The result of a method, by its type.
package struct MethodResult {
  package let value: Any.Type
  package let canThrow: Bool

  package init<Failure: Error>(_ value: Any.Type, _: Failure.Type) {
    self.value = value
    canThrow = Failure.self != Never.self
  }

  /// Whether a response has the value; otherwise it has null.
  package var hasForm: Bool { value != Void.self && value is any Encodable.Type }
}

/// The outcome of a call.
package enum Invocation {
  /// The method has returned.
  case finished(Returned)
  /// The arguments are valid; the closure runs the asynchronous method.
  case running(@MainActor () async throws -> Returned)
}

/// The result of a method.
package struct Returned {
  package let json: JSONValue

  package static let nothing = Returned(json: .null)

  /// Encodes a value that is `Encodable`; another one is null.
  ///
  /// - Throws: ``ResultFault`` if the encoding fails.
  package static func json<Value>(_ value: Value) throws(ResultFault) -> Returned {
    guard Value.self != Void.self, let encodable = value as? any Encodable else { return .nothing }
    do {
      return Returned(json: try JSONValue(encoding: encodable))
    } catch {
      throw ResultFault(reason: sentence(for: error))
    }
  }
}

/// A result that cannot be encoded. It is the error of a call; an input without a response ignores
/// it.
package struct ResultFault: Error {
  package let reason: String
}
