import Hosting
import Contracts
import JSON
import OperatingSystem
import Reactive

// `@MainActor` is the module's default. Without the explicit attribute, Swift 6.3 refuses a call of
// an asynchronous function of another module in the initial value of a `static let`.

/// Waits for a completion handler, in an input that is written as a closure:
///
///     // in the ViewModel
///     func fetch(userId: Int, completion: @escaping (Result<User, any Error>) -> Void)
///
///     // in its interface
///     input("fetch", "userId") { viewModel, userId in
///       try await completion { viewModel.fetch(userId: userId, completion: $0) }
///     }
///
/// The handler may be called on any thread; a second call is ignored. Cancelling the wait, as when
/// the instance is disposed, disposes a `Disposable` that the closure returned, and releases any
/// other value that it returned.
///
/// - Returns: the values of the handler. A `Result` is replaced by its value; an `Error?` in the
///   last position is left out.
/// - Throws: the error of the handler, an error of the closure, or `CancellationError`; also an
///   error if the handler is released without a call.
@MainActor public func completion<each Value, Result>(
  of start: @MainActor (@escaping @Sendable (repeat each Value) -> Void) throws -> Result
) async throws -> Completed<repeat each Value> {
  let running = RunningCall()
  // The handler's values and the ViewModel's reaction to them belong to one turn.
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
      // At once if the main actor cancels; else as soon as the main actor is free.
      Task.immediate { @MainActor in running.cancel() }
    }
  }
  running.work = nil
  return Completed(json: try outcome(values.list))
}

/// The values of a completion handler that reported no error.
nonisolated public struct Completed<each Value>: Encodable, Sendable {
  /// Null for no value or one that is not `Encodable`; an array for several values.
  public let json: JSONValue

  /// Encodes the value of `json`.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The schema comes from the parameter types of the handler.
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

/// Makes JSON of a completion handler's values; throws the error that they contain.
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

/// The work that a completion handler ends, while it is awaited.
private final class RunningCall {
  weak var completion: Completion?
  var work: Any?

  func cancel() {
    (work as? any Disposable)?.dispose()
    work = nil
    completion?.fail(CancellationError())
  }
}

/// Resumes the continuation once. Only the handler owns it strongly.
nonisolated private final class Completion: Sendable {
  /// After the handler's call, only the main actor uses the values.
  struct Values: @unchecked Sendable {
    let list: [Any]
  }

  private let continuation: Lock<CheckedContinuation<Values, any Error>?>

  init(_ continuation: CheckedContinuation<Values, any Error>) {
    self.continuation = Lock(continuation)
  }

  deinit { fail(NeverCalled()) }

  /// Resumes with the handler's values. Only the first call has an effect.
  func end(_ values: [Any]) {
    continuation.withLock { $0.take() }?.resume(returning: Values(list: values))
  }

  /// Resumes with an error. Only the first call has an effect.
  func fail(_ error: any Error) {
    continuation.withLock { $0.take() }?.resume(throwing: error)
  }
}

private struct NeverCalled: Error, CustomStringConvertible {
  let description = "The completion handler was released without having been called"
}

/// An `Error?` of any type.
private protocol OptionalError {
  var error: (any Error)? { get }
}

extension Optional: OptionalError where Wrapped: Error {
  fileprivate var error: (any Error)? { self }
}

/// A `Result` of any types.
private protocol ResultType {
  static var success: Any.Type { get }
  var value: Any { get throws }
}

extension Result: ResultType {
  fileprivate static var success: Any.Type { Success.self }
  fileprivate var value: Any { get throws { try get() } }
}
