import Hosting

/// A method that a frontend may call.
///
/// The method may throw and may return a value: `viewModel/call` responds with it if it is
/// `Encodable`, and drops it otherwise. Labels or a type choose among overloads:
/// `UserViewModel.load(id:)`, `UserViewModel.load as (UserViewModel) -> (Int) -> Void`.
///
/// - Parameters:
///   - name: the name that frontends use.
///   - method: the method, such as `CounterViewModel.plusButtonDidTap`.
///   - arguments: the names of its arguments on the wire, in order.
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String,
  _ method: @escaping @MainActor (VM) -> @MainActor (repeat each A) throws(Failure) -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result) { viewModel, reader in
    .finished(try Returned.json(method(viewModel)(repeat try reader.next((each A).self))))
  }
}

/// A method without parameters and result.
public func input<VM, Failure: Error>(
  _ name: String, _ method: @escaping @MainActor (VM) -> @MainActor () throws(Failure) -> Void
) -> InterfaceMember<VM> {
  .input(name, MethodResult(Void.self, Failure.self)) { viewModel in
    try method(viewModel)()
    return .finished(.nothing)
  }
}

/// A method of a class that is not isolated to the main actor.
@_disfavoredOverload
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String,
  _ method: @escaping (VM) -> (repeat each A) throws(Failure) -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result) { viewModel, reader in
    .finished(try Returned.json(method(viewModel)(repeat try reader.next((each A).self))))
  }
}

/// An asynchronous method. It starts in the turn of the call, and several calls may run at once.
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
    return .running { try await Returned.json(method(viewModel)(repeat each values)) }
  }
}

/// An input that is written as a closure, for methods of other objects.
///
///     input("plusButtonDidTap") { $0.inputs.plusButtonDidTap() }
///     input("rename", "name") { viewModel, name in
///       viewModel.inputs.nameFieldDidChange(text: name)
///     }
public func input<VM, each A: Decodable, Result, Failure: Error>(
  _ name: String, _ arguments: Argument...,
  perform: @escaping @MainActor (VM, repeat each A) throws(Failure) -> Result
) -> InterfaceMember<VM> {
  let result = MethodResult(Result.self, Failure.self)
  return .input(name, arguments, repeat (each A).self, returning: result) { viewModel, reader in
    .finished(try Returned.json(perform(viewModel, repeat try reader.next((each A).self))))
  }
}

/// An input that is written as an asynchronous closure. It starts in the turn of the call, and
/// several calls may run at once.
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
    return .running { try await Returned.json(perform(viewModel, repeat each values)) }
  }
}

/// A property that a frontend may set.
///
///     input("text", \.text)
///
/// - Parameters:
///   - name: the name that frontends use.
///   - property: the property to set.
///   - argument: the name of the new value on the wire; by default that of the input.
public func input<VM, Value: Decodable>(
  _ name: String, _ property: ReferenceWritableKeyPath<VM, Value>, _ argument: Argument? = nil
) -> InterfaceMember<VM> {
  .input(name, [argument ?? Argument(stringLiteral: name)], Value.self) { viewModel, reader in
    viewModel[keyPath: property] = try reader.next(Value.self)
    return .finished(.nothing)
  }
}

extension InterfaceMember {
  /// - Parameter invoke: calls a method without arguments.
  fileprivate static func input(
    _ name: String, _ result: MethodResult, _ invoke: @escaping (VM) throws -> Invocation
  ) -> Self {
    InterfaceMember(kind: .input(Input(name, result, invoke)))
  }

  /// - Parameter invoke: reads the arguments in order, and calls the method.
  static func input<each A: Decodable>(
    _ name: String, _ arguments: [Argument], _ types: repeat (each A).Type,
    returning result: MethodResult = MethodResult(Void.self, Never.self), isAsync: Bool = false,
    _ invoke: @escaping (VM, inout ArgumentReader) throws -> Invocation
  ) -> Self {
    var list: [any Decodable.Type] = []
    for type in repeat each types { list.append(type) }
    do {
      let signature = try Signature(arguments, types: list, of: "input \(name) of \(VM.self)")
      return InterfaceMember(
        kind: .input(Input(name, signature, isAsync: isAsync, result, invoke)))
    } catch {
      return InterfaceMember(kind: .fault(error))
    }
  }
}
