import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// The instance with an id, and the place in its interface of the input with a name.
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
  /// - Parameter origin: who is told when it has finished; what cannot even start is thrown.
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
    case .finished(let returned): tell(.success(returned.json), to: origin, of: instance)
    case .running(let operation):
      guard running.count < running.limit else {
        throw RPCError(
          .tooMany, "\(running.limit) asynchronous inputs are on their way, and no more may be")
      }
      start(operation, RunningInput(origin, of: instance))
    }
  }

  /// Starts an asynchronous input in place: it runs up to its first real wait before this returns.
  private func start(
    _ operation: @escaping @MainActor () async throws -> Returned, _ input: RunningInput
  ) {
    running.add(input)
    input.task = Task.immediate { @MainActor [weak self] in
      let result: Result<JSONValue, RPCError>
      do {
        result = .success(try await operation().json)
      } catch {
        result = .failure(failure(error))
      }
      self?.finish(input, result)
    }
    // It may have finished already.
    if input.isSettled { input.task = nil }
  }

  /// Ends a running input before its time: its task is cancelled, and the error told in this turn, if it is to be told.
  func cancel(_ input: RunningInput, _ error: RPCError, isTold: Bool = true) {
    let task = input.task
    conclude(input, isTold ? .failure(error) : nil)
    task?.cancel()
  }

  private func finish(_ input: RunningInput, _ result: Result<JSONValue, RPCError>) {
    let instance = input.instance
    touch(instance)
    // Who has the answer has the state, also when the input has run on another thread.
    if !tellsAfterwards { readAgain(instance) }
    conclude(input, result)
    loop.wake()
  }

  private func conclude(_ input: RunningInput, _ result: Result<JSONValue, RPCError>?) {
    guard !input.isSettled else { return }
    input.isSettled = true
    input.task = nil
    running.remove(input)
    if let result { tell(result, to: input.origin, of: input.instance) }
  }

  private func tell(
    _ result: Result<JSONValue, RPCError>, to origin: RunningInput.Origin, of instance: Instance
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

  /// Tells that an input has failed.
  func reject(_ input: Int, of instance: Instance, _ seq: JSONValue?, _ error: RPCError) {
    let name = instance.hosted.description.inputs[input].name
    tell(
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
