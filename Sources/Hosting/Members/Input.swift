import JSON

/// An input of a ViewModel, ready to be called with JSON.
package final class Input {
  package let name: String
  package let signature: Signature
  package let isAsync: Bool
  package let result: MethodResult
  /// Calls it for the ViewModel in a box. Throws ``ArgumentError``, or what the method throws.
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

  /// - Parameter invoke: reads the arguments, one after another, and calls.
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

  /// The same for a subclass of the ViewModel.
  package func from(_ base: @escaping AnyViewModelBox.Base) -> Input {
    Input(
      name, signature, isAsync: isAsync, result,
      invokeInBox: { [invoke] in try invoke(base($0), $1) })
  }
}

/// How a method may end, as its type says.
package struct MethodResult {
  package let value: Any.Type
  package let canThrow: Bool

  package init<Failure: Error>(_ value: Any.Type, _: Failure.Type) {
    self.value = value
    canThrow = Failure.self != Never.self
  }

  /// Whether an answer carries the value; otherwise it is null.
  package var hasForm: Bool { value != Void.self && value is any Encodable.Type }
}

/// What became of a call.
package enum Invocation {
  /// The method has returned.
  case finished(Returned)
  /// The arguments are good; the closure runs the asynchronous method to its end.
  case running(@MainActor () async throws -> Returned)
}

/// What a method returned.
package struct Returned {
  package let json: JSONValue

  package static let nothing = Returned(json: .null)

  /// The value as JSON when it is `Encodable`, else null.
  ///
  /// - Throws: ``ResultFault`` when it should have a form in JSON, and has none.
  package static func json<Value>(_ value: Value) throws(ResultFault) -> Returned {
    guard Value.self != Void.self, let encodable = value as? any Encodable else { return .nothing }
    do {
      return Returned(json: try JSONValue(encoding: encodable))
    } catch {
      throw ResultFault(reason: sentence(for: error))
    }
  }
}

/// A method has returned what has no form in JSON: who called is told, an input that was only sent has ended.
package struct ResultFault: Error {
  package let reason: String
}
