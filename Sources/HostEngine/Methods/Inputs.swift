import Contracts
import Hosting
import HostProtocol
import JSON
import JSONRPC

extension RequestMethod {
  /// `viewModel/call`: calls an input, and answers when it has finished.
  static let call = RequestMethod {
    (session, request: CallRequest, id) throws(RPCError) in
    guard session.instances.call(id) == nil else {
      throw RPCError(.invalidRequest, "Invalid request: a call with the id \(id.json) is pending")
    }
    let (instance, input) = try session.receiver(request.id, request.input)
    try session.start(
      input, of: instance, request.arguments, .call(id, batch: session.turn.batch))
    return .later
  }
}

extension RequestMethod {
  /// `viewModel/try`: answers what an input would do.
  static let tryInput = RequestMethod { (session, request: TryRequest, id) in
    session.trials.append(Trial(id: id, line: request.input))
    return .later
  }
}

extension Session {
  /// `viewModel/input`: calls an input without an answer. Failures are reported with
  /// `viewModel/rejected`.
  func input(_ params: IndexedValue?) {
    do throws(RPCError) {
      try begin()
      let request = try InputNotification(Params(params))
      let (instance, input) = try receiver(request.id, request.input)
      try start(input, of: instance, request.arguments, .input(input, seq: request.seq))
    } catch {
      enqueue(RejectedNotification(params, error))
    }
  }
}

extension Session {
  /// `$/cancelRequest`: cancels a call. A cancellation that comes too late is ignored.
  func cancelRequest(_ params: IndexedValue?) {
    guard let id = CancelNotification(params)?.id else {
      log(.warning, "Ignored $/cancelRequest: params.id is missing, or no string or number")
      return
    }
    guard let call = instances.call(id) else {
      log(.info, "Ignored $/cancelRequest: no call with the id \(id.json) is pending")
      return
    }
    if instances.cancel(call) {
      let error = RPCError(.cancelled, "Cancelled by the frontend")
      complete(call.origin, of: call.instance, .failure(error))
    }
  }

  /// Returns an instance by its id, and the index of one of its inputs by its name.
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
        "\(description.name) has no input \(SimilarNames.shown(name))\(SimilarNames.hint(for: name, among: names))",
        data: ["inputs": .array(names.map { .string($0) })])
    }
    return (instance, input)
  }

  /// Calls an input, for a request or a notification, in the current turn.
  ///
  /// - Parameter origin: where its end is reported.
  /// - Throws: when it cannot start.
  func start(
    _ input: Int, of instance: Instance, _ arguments: JSONValue?, _ origin: RunningInput.Origin
  ) throws(RPCError) {
    markActive(instance)
    willCall?(instance.id)
    let invocation: Invocation
    do {
      invocation = try instance.hosted.invoke(input, arguments)
    } catch let error as ArgumentError {
      throw RPCError(error, in: "arguments")
    } catch let fault as ResultFault {
      return complete(origin, of: instance, outcome(of: fault, for: origin))
    } catch {
      throw failure(error)
    }
    switch invocation {
    case .finished(let returned): complete(origin, of: instance, .success(returned.json))
    case .running(let operation):
      let limit = instances.inputLimit
      guard instances.inputCount < limit else {
        throw RPCError(
          .tooMany, "\(limit) asynchronous inputs are on their way, and no more may be")
      }
      start(operation, RunningInput(origin, of: instance))
    }
  }

  /// Starts an asynchronous input in place: it runs up to its first suspension before this returns.
  private func start(
    _ operation: @escaping @MainActor () async throws -> Returned, _ input: RunningInput
  ) {
    instances.start(input)
    let task = Task.immediate { @MainActor [weak self] in
      let result: Result<JSONValue, RPCError>
      do {
        result = .success(try await operation().json)
      } catch let fault as ResultFault {
        result = outcome(of: fault, for: input.origin)
      } catch {
        result = .failure(failure(error))
      }
      self?.finish(input, result)
    }
    if !input.hasEnded {
      input.task = task
      turn.isStep = true
    }
  }

  private func finish(_ input: RunningInput, _ result: Result<JSONValue, RPCError>) {
    let instance = input.instance
    markActive(instance)
    // A client that has the response must already have the state, even if the input ran on another
    // thread.
    if !reportsAfterChange { readAgain(instance) }
    if instances.end(input) { complete(input.origin, of: instance, result) }
    loop.wake()
  }

  /// Reports the end of an input.
  func complete(
    _ origin: RunningInput.Origin, of instance: Instance, _ result: Result<JSONValue, RPCError>
  ) {
    if case .success = result { turn.isStep = true }
    switch (origin, result) {
    case (.call(let id, let batch), .success(let value)):
      turn.answers.append(Answer(.returned(id, value), in: batch))
    case (.call(let id, let batch), .failure(let error)):
      turn.answers.append(Answer(.response(id, .failure(error)), in: batch))
    case (.unreported, _): break
    case (.input(_, let seq), .success):
      if let seq {
        instance.extras.done.append(seq)
        if countsDeferred { outbox.deferred += seq.description.utf8.count + 1 }
        instances.setPending(instance)
      }
    case (.input(let input, let seq), .failure(let error)):
      let name = instance.hosted.description.inputs[input].name
      enqueue(
        RejectedNotification(id: .string(instance.id), input: .string(name), seq: seq, error))
    }
  }
}

/// Returns the outcome of an input whose result has no JSON form.
private func outcome(
  of fault: ResultFault, for origin: RunningInput.Origin
) -> Result<JSONValue, RPCError> {
  guard case .call = origin else { return .success(.null) }
  return .failure(RPCError(.outputFailed, "result: \(fault.reason)"))
}

/// Returns the error of an input as it is sent to the frontend.
private func failure(_ error: any Error) -> RPCError {
  if error is CancellationError { return RPCError(.cancelled, "Cancelled by the ViewModel") }
  return RPCError(.inputFailed, sentence(for: error))
}

extension RPCError {
  /// Creates an error about arguments that do not fit.
  ///
  /// - Parameter member: the member of the params that holds them.
  init(_ error: ArgumentError, in member: String) {
    let path = [member] + error.path
    self.init(
      .invalidParams, "\(SimilarNames.shown(JSONPointer(tokens: path).path)): \(error.message)",
      data: ["path": .string(JSONPointer(tokens: path).description)])
  }
}
