import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// The instance with an id, and the index in its interface of the input with a name.
  func receiver(
    _ id: JSONText, _ name: JSONText
  ) throws(RPCError) -> (instance: Instance, input: Int) {
    let instance = try instances.instance(id)
    guard let input = instance.hosted.input(named: name.bytes) else {
      let name = name.string
      let description = instance.hosted.description
      let names = description.inputs.map(\.name)
      throw RPCError(
        .unknownInput,
        "\(description.name) has no input \(name)\(SimilarNames.hint(for: name, among: names))",
        data: ["inputs": .array(names.map { .string($0) })])
    }
    return (instance, input)
  }

  /// Calls an input, as a request or as a notification, in the current turn.
  ///
  /// - Parameter origin: who waits for its end; what cannot even start is thrown.
  func start(
    _ input: Int, of instance: Instance, _ arguments: JSONValue?, _ origin: RunningInput.Origin
  ) throws(RPCError) {
    touch(instance)
    let invocation: Invocation
    do {
      invocation = try instance.hosted.invoke(input, arguments)
    } catch let error as ArgumentError {
      throw RPCError(error, in: "arguments")
    } catch {
      throw failure(error)
    }
    switch invocation {
    case .finished(let returned): complete(origin, of: instance, .success(returned.json))
    case .running(let operation):
      let limit = instances.inputs.limit
      guard instances.inputs.count < limit else {
        throw RPCError(
          .tooMany, "\(limit) asynchronous inputs are on their way, and no more may be")
      }
      start(operation, RunningInput(origin, of: instance))
    }
  }

  /// Starts an asynchronous input in place: it runs up to its first real wait before this returns.
  private func start(
    _ operation: @escaping @MainActor () async throws -> Returned, _ input: RunningInput
  ) {
    instances.start(input)
    let task = Task.immediate { @MainActor [weak self] in
      let result: Result<JSONValue, RPCError>
      do {
        result = .success(try await operation().json)
      } catch {
        result = .failure(failure(error))
      }
      self?.finish(input, result)
    }
    if !input.hasEnded { input.task = task }
  }

  private func finish(_ input: RunningInput, _ result: Result<JSONValue, RPCError>) {
    let instance = input.instance
    touch(instance)
    // A client that has the response must already have the state, even if the input ran on another thread.
    if !tellsAfterwards { readAgain(instance) }
    if instances.end(input) { complete(input.origin, of: instance, result) }
    loop.wake()
  }

  /// Ends a call before its time, as the frontend has lost interest.
  func cancel(_ call: RunningInput, _ error: RPCError) {
    if instances.cancel(call) { complete(call.origin, of: call.instance, .failure(error)) }
  }

  /// Answers an input that has ended.
  func complete(
    _ origin: RunningInput.Origin, of instance: Instance, _ result: Result<JSONValue, RPCError>
  ) {
    switch (origin, result) {
    case (.call(let reply), .success(let value)):
      turn.answers.append(.response(reply, .success(CallRequest.result(value))))
    case (.call(let reply), .failure(let error)):
      turn.answers.append(.response(reply, .failure(error)))
    case (.input(_, let seq), .success):
      if let seq {
        instance.news.done.append(seq)
        instances.setPending(instance)
      }
    case (.input(let input, let seq), .failure(let error)): reject(input, of: instance, seq, error)
    }
  }

  /// Answers an input that has failed.
  func reject(_ input: Int, of instance: Instance, _ seq: JSONValue?, _ error: RPCError) {
    let name = instance.hosted.description.inputs[input].name
    enqueue(
      RejectedNotification(
        id: .string(instance.id), input: .string(name), seq: seq, error))
  }
}

/// What an input threw, as a frontend is told.
private func failure(_ error: any Error) -> RPCError {
  if error is CancellationError { return RPCError(.cancelled, "Cancelled by the ViewModel") }
  return RPCError(.inputFailed, sentence(for: error))
}

extension RPCError {
  /// Arguments that do not fit.
  ///
  /// - Parameter member: which of the params holds them.
  init(_ error: ArgumentError, in member: String) {
    let path = [member] + error.path
    self.init(
      .invalidParams, "\(JSONPointer(tokens: path).path): \(error.message)",
      data: ["path": .string(JSONPointer(tokens: path).description)])
  }
}
