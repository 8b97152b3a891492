import JSON

/// A method that a frontend may call.
///
/// The method may throw and may return something: `viewModel/call` answers with it when it is `Encodable`, and it
/// is dropped otherwise.
///
/// - Parameters:
///   - name: how frontends call it.
///   - method: the method, as `CounterViewModel.plusButtonDidTap`.
///   - arguments: the names of its arguments on the wire, one for each, in order.
public func input<VM, each A: Decodable, Result>(
  _ name: String,
  _ method: @escaping @MainActor (VM) -> @MainActor (repeat each A) throws -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let signature = Signature(arguments, repeat (each A).self, of: "input \(name) of \(VM.self)")
  return .input(name, signature, isAsync: false) { viewModel, json in
    var reader = try ArgumentReader(json, signature)
    return .finished(
      Returned.json(try method(viewModel)(repeat try reader.next((each A).self))))
  }
}

/// The same for a class that is not isolated to the main actor.
@_disfavoredOverload
public func input<VM, each A: Decodable, Result>(
  _ name: String,
  _ method: @escaping (VM) -> (repeat each A) throws -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let signature = Signature(arguments, repeat (each A).self, of: "input \(name) of \(VM.self)")
  return .input(name, signature, isAsync: false) { viewModel, json in
    var reader = try ArgumentReader(json, signature)
    return .finished(
      Returned.json(try method(viewModel)(repeat try reader.next((each A).self))))
  }
}

/// The same for an asynchronous method. It starts in the turn of the call, and several calls may run at once.
@_disfavoredOverload
public func input<VM, each A: Decodable, Result>(
  _ name: String,
  _ method: @escaping (VM) -> nonisolated(nonsending) (repeat each A) async throws -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let signature = Signature(arguments, repeat (each A).self, of: "input \(name) of \(VM.self)")
  return .input(name, signature, isAsync: true) { viewModel, json in
    var reader = try ArgumentReader(json, signature)
    let values = (repeat try reader.next((each A).self))
    return .running { Returned.json(try await method(viewModel)(repeat each values)) }
  }
}

/// An input that is written out, for methods that are not the ViewModel's own.
///
///     input("plusButtonDidTap") { $0.inputs.plusButtonDidTap() }
///     input("rename", "name") { viewModel, name in viewModel.inputs.nameFieldDidChange(text: name) }
public func input<VM, each A: Decodable, Result>(
  _ name: String, _ arguments: Argument...,
  perform: @escaping @MainActor (VM, repeat each A) throws -> Result
) -> InterfaceMember<VM> {
  let signature = Signature(arguments, repeat (each A).self, of: "input \(name) of \(VM.self)")
  return .input(name, signature, isAsync: false) { viewModel, json in
    var reader = try ArgumentReader(json, signature)
    return .finished(
      Returned.json(try perform(viewModel, repeat try reader.next((each A).self))))
  }
}

/// An input of a ViewModel type, ready to be called with JSON.
package final class Input<VM> {
  package let name: String
  package let signature: Signature
  package let isAsync: Bool
  let invoke: (VM, JSONValue?) throws -> Invocation

  fileprivate init(
    _ name: String, _ signature: Signature, isAsync: Bool,
    _ invoke: @escaping (VM, JSONValue?) throws -> Invocation
  ) {
    self.name = name
    self.signature = signature
    self.isAsync = isAsync
    self.invoke = invoke
  }
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

  /// The value as JSON when it has such a form, else null.
  static func json<Value>(_ value: Value) -> Returned {
    if Value.self == Void.self { return Returned(json: .null) }
    guard let encodable = value as? any Encodable, let json = try? JSONValue(encoding: encodable)
    else { return Returned(json: .null) }
    return Returned(json: json)
  }
}

extension InterfaceMember {
  static func input(
    _ name: String, _ signature: Signature, isAsync: Bool,
    _ invoke: @escaping (VM, JSONValue?) throws -> Invocation
  ) -> Self {
    InterfaceMember(kind: .input(Input(name, signature, isAsync: isAsync, invoke)))
  }
}

extension Signature {
  fileprivate init<each A: Decodable>(
    _ arguments: [Argument], _ types: repeat (each A).Type, of owner: String
  ) {
    var list: [any Decodable.Type] = []
    for type in repeat each types { list.append(type) }
    self.init(arguments, types: list, of: owner)
  }
}
