import JSON

/// A method that a frontend may call.
///
/// The method may throw and may return something: `viewModel/call` answers with it when it is `Encodable`, and it
/// is dropped otherwise. Of methods that share a name, the labels or the type choose one:
/// `UserViewModel.load(id:)`, `UserViewModel.load as (UserViewModel) -> (Int) -> Void`.
///
/// - Parameters:
///   - name: how frontends call it.
///   - method: the method, as `CounterViewModel.plusButtonDidTap`.
///   - arguments: the names of its arguments on the wire, one for each, in order.
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String,
  _ method: @escaping @MainActor (VM) -> @MainActor (repeat each A) throws(Failure) -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result) { viewModel, reader in
    .finished(Returned.json(try method(viewModel)(repeat try reader.next((each A).self))))
  }
}

/// The same for a method that takes and returns nothing.
public func input<VM, Failure: Error>(
  _ name: String, _ method: @escaping @MainActor (VM) -> @MainActor () throws(Failure) -> Void
) -> InterfaceMember<VM> {
  .input(name, MethodResult(Void.self, Failure.self)) { viewModel in
    try method(viewModel)()
    return .finished(.nothing)
  }
}

/// The same for a class that is not isolated to the main actor.
@_disfavoredOverload
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String,
  _ method: @escaping (VM) -> (repeat each A) throws(Failure) -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result) { viewModel, reader in
    .finished(Returned.json(try method(viewModel)(repeat try reader.next((each A).self))))
  }
}

/// The same for an asynchronous method. It starts in the turn of the call, and several calls may run at once.
@_disfavoredOverload
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String,
  _ method:
    @escaping (VM) -> nonisolated(nonsending) (repeat each A) async throws(Failure) -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result, isAsync: true) {
    viewModel, reader in
    let values = (repeat try reader.next((each A).self))
    return .running { Returned.json(try await method(viewModel)(repeat each values)) }
  }
}

/// An input that is written out, for methods that are not the ViewModel's own.
///
///     input("plusButtonDidTap") { $0.inputs.plusButtonDidTap() }
///     input("rename", "name") { viewModel, name in viewModel.inputs.nameFieldDidChange(text: name) }
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String, _ arguments: Argument...,
  perform: @escaping @MainActor (VM, repeat each A) throws(Failure) -> Result
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result) { viewModel, reader in
    .finished(Returned.json(try perform(viewModel, repeat try reader.next((each A).self))))
  }
}

/// The same with something to wait for. It starts in the turn of the call, and several calls may run at once.
///
///     input("load", "page") { viewModel, page in try await viewModel.inputs.load(page: page) }
@_disfavoredOverload
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String, _ arguments: Argument...,
  perform: @escaping @MainActor (VM, repeat each A) async throws(Failure) -> Result
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result, isAsync: true) {
    viewModel, reader in
    let values = (repeat try reader.next((each A).self))
    return .running { Returned.json(try await perform(viewModel, repeat each values)) }
  }
}

/// A property that a frontend may set.
///
///     input("text", \.text)
///
/// - Parameter argument: the name of the new value on the wire; the input's when none is given.
public func input<VM, Value: Decodable>(
  _ name: String, _ property: ReferenceWritableKeyPath<VM, Value>, _ argument: Argument? = nil
) -> InterfaceMember<VM> {
  .input(name, [argument ?? Argument(stringLiteral: name)], Value.self) { viewModel, reader in
    viewModel[keyPath: property] = try reader.next(Value.self)
    return .finished(.nothing)
  }
}

/// An input of a ViewModel, ready to be called with JSON.
package final class Input {
  package let name: String
  package let signature: Signature
  package let isAsync: Bool
  let result: MethodResult
  /// Calls it for the ViewModel in a box. Throws ``ArgumentError``, or what the method throws.
  let invoke: (AnyViewModelBox, JSONValue?) throws -> Invocation

  init(
    _ name: String, _ signature: Signature, isAsync: Bool, _ result: MethodResult,
    _ invoke: @escaping (AnyViewModelBox, JSONValue?) throws -> Invocation
  ) {
    self.result = result
    self.name = name
    self.signature = signature
    self.isAsync = isAsync
    self.invoke = invoke
  }
}

/// How a method may end, as its type says.
package struct MethodResult {
  let value: Any.Type
  let canThrow: Bool

  init<Failure: Error>(_ value: Any.Type, _: Failure.Type) {
    self.value = value
    canThrow = Failure.self != Never.self
  }

  /// Whether an answer carries the value; otherwise it is null.
  var hasForm: Bool { value != Void.self && value is any Encodable.Type }
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

  static let nothing = Returned(json: .null)

  /// The value as JSON when it has such a form, else null.
  static func json<Value>(_ value: Value) -> Returned {
    if Value.self == Void.self { return .nothing }
    guard let encodable = value as? any Encodable, let json = try? JSONValue(encoding: encodable)
    else { return .nothing }
    return Returned(json: json)
  }
}

extension InterfaceMember {
  /// - Parameter invoke: calls a method without arguments.
  fileprivate static func input(
    _ name: String, _ result: MethodResult, _ invoke: @escaping (VM) throws -> Invocation
  ) -> Self {
    let signature = Signature()
    let input = Input(name, signature, isAsync: false, result) { box, json in
      if json != nil { _ = try ArgumentReader(json, signature) }
      return try box.typed(VM.self).call(invoke)
    }
    return InterfaceMember(kind: .input(input))
  }

  /// - Parameter invoke: reads the arguments, one after another, and calls.
  static func input<each A: Decodable>(
    _ name: String, _ arguments: [Argument], _ types: repeat (each A).Type,
    returning result: MethodResult = MethodResult(Void.self, Never.self), isAsync: Bool = false,
    _ invoke: @escaping (VM, inout ArgumentReader) throws -> Invocation
  ) -> Self {
    var list: [any Decodable.Type] = []
    for type in repeat each types { list.append(type) }
    do {
      let signature = try Signature(arguments, types: list, of: "input \(name) of \(VM.self)")
      let input = Input(name, signature, isAsync: isAsync, result) { box, json in
        var reader = try ArgumentReader(json, signature)
        return try invoke(box.viewModel(VM.self), &reader)
      }
      return InterfaceMember(kind: .input(input))
    } catch {
      return InterfaceMember(kind: .fault(error))
    }
  }
}
