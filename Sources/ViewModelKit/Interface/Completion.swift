import Hosting
import Contracts
import JSON
import OperatingSystem
import Reactive

// `@MainActor` is the module's default. Where it is not written down, Swift 6.3 refuses a call of an asynchronous
// function of another module in the initial value of a `static let`.

/// Waits for a completion handler, in an input that is written out for a method which has one:
///
///     func fetch(userId: Int, completion: @escaping (Result<User, any Error>) -> Void)     // in the ViewModel
///
///     input("fetch", "userId") { viewModel, userId in                                      // in its interface
///       try await completion { viewModel.fetch(userId: userId, completion: $0) }
///     }
///
/// It waits until the handler is called, on any thread; a second call is ignored. When it is cancelled, as when the
/// instance is disposed, a `Disposable` that the closure returned is disposed, and anything else that it returned is
/// released. Nobody waits for the handler any more then.
///
/// - Returns: what the handler was given. A `Result` and an `Error?` in the last place are taken apart, and not in
///   there.
/// - Throws: the error that the handler was given, what the closure throws, or `CancellationError`; also when the
///   handler is released without having been called.
@MainActor public func completion<each Value, Result>(
  of start: @MainActor (@escaping @Sendable (repeat each Value) -> Void) throws -> Result
) async throws -> Completed<repeat each Value> {
  let running = RunningCall()
  // What the handler is given, and what the ViewModel makes of it, are one turn.
  let values = try await withTaskExecutorPreference(LoopThread.executor) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let completion = Completion(continuation)
        running.completion = completion
        do {
          running.work = try start { (value: repeat each Value) in
            var list: [Any] = []
            for value in repeat each value { list.append(value) }
            completion.end(list)
          }
        } catch {
          completion.fail(error)
        }
      }
    } onCancel: {
      // At once when the main actor cancels; from elsewhere as soon as it is free.
      Task.immediate { @MainActor in running.cancel() }
    }
  }
  running.work = nil
  return Completed(json: try outcome(values.list))
}

/// What a completion handler was given, once it is known that it was no error.
nonisolated public struct Completed<each Value>: Encodable, Sendable {
  /// Null for nothing or what is not `Encodable`, an array for several values.
  public let json: JSONValue

  /// As the JSON that it is.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The types that a handler takes say what it can be.
extension Completed: ComposedType {
  package static func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    var types = typeList(repeat (each Value).self)
    if types.last is any OptionalError.Type { types.removeLast() }
    if types.count == 1, let result = types[0] as? any ResultType.Type { types = [result.success] }
    let schemas = types.map { type -> JSONValue in
      let hasForm = type is any Encodable.Type
      return hasForm ? probe.shape(of: type, depth: depth + 1).schema : ["type": "null"]
    }
    guard schemas.count != 1 else { return Shape(schema: schemas[0]) }
    guard !schemas.isEmpty else { return Shape(schema: ["type": "null"]) }
    let count = JSONValue.integer(Int64(schemas.count))
    return Shape(
      schema: [
        "type": "array", "prefixItems": .array(schemas), "minItems": count, "maxItems": count,
      ])
  }
}

/// Takes apart what a completion handler was given.
private func outcome(_ values: [Any]) throws -> JSONValue {
  var values = values
  if let last = values.last as? any OptionalError {
    if let error = last.error { throw error }
    values.removeLast()
  }
  guard let first = values.first else { return .null }
  if values.count > 1 { return .array(try values.map { try Returned.json($0).json }) }
  guard let result = first as? any ResultType else { return try Returned.json(first).json }
  return try Returned.json(result.value).json
}

/// What was started, as long as it is waited for.
private final class RunningCall {
  weak var completion: Completion?
  var work: Any?

  func cancel() {
    (work as? any Disposable)?.dispose()
    work = nil
    completion?.fail(CancellationError())
  }
}

/// Is kept by the handler alone.
nonisolated private final class Completion: Sendable {
  /// They are used on the main actor alone once the handler has been called.
  struct Values: @unchecked Sendable {
    let list: [Any]
  }

  private let continuation: Lock<CheckedContinuation<Values, any Error>?>

  init(_ continuation: CheckedContinuation<Values, any Error>) {
    self.continuation = Lock(continuation)
  }

  deinit { fail(NeverCalled()) }

  /// The handler was called. Only the first end counts.
  func end(_ values: [Any]) {
    continuation.withLock { $0.take() }?.resume(returning: Values(list: values))
  }

  /// It will not be called.
  func fail(_ error: any Error) {
    continuation.withLock { $0.take() }?.resume(throwing: error)
  }
}

private struct NeverCalled: Error, CustomStringConvertible {
  let description = "The completion handler was released without having been called"
}

/// An `Error?`, of whatever type.
private protocol OptionalError {
  var error: (any Error)? { get }
}

extension Optional: OptionalError where Wrapped: Error {
  fileprivate var error: (any Error)? { self }
}

/// A `Result`, of whatever types.
private protocol ResultType {
  static var success: Any.Type { get }
  var value: Any { get throws }
}

extension Result: ResultType {
  fileprivate static var success: Any.Type { Success.self }
  fileprivate var value: Any { get throws { try get() } }
}
