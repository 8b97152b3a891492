import Contracts
import Hosting
import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/create`: creates an instance, and answers with its state.
  static let create = RequestMethod { (session, request: CreateRequest, _) throws(RPCError) in
    .snapshot(try session.create(request))
  }

  /// `viewModel/dispose`: disposes an instance, and those that use it.
  static let dispose = RequestMethod { (session, request: DisposeRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    if session.isMentioned(instance) {
      session.turn.repeatMessage()
      return .later
    }
    session.dispose(instance)
    return .result([:])
  }

  /// `viewModel/snapshot`: an instance's whole state. All outputs are read again when the turn
  /// ends, as the frontend may doubt its state; changes found without a notification are an update
  /// before the answer.
  static let snapshot = RequestMethod {
    (session, request: SnapshotRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    session.turn.inspected.append(instance)
    return .snapshot(instance)
  }

  /// `viewModel/observe`: chooses which outputs are part of an instance's state.
  static let observe = RequestMethod {
    (session, request: ObserveRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    let observed = try instance.hosted.description.parts(request.observe)
    session.fail(instance, instance.hosted.observe(observed))
    session.instances.setPending(instance)
    return .result([:])
  }

  /// `viewModel/window`: moves the window through which a list is observed, and answers with its
  /// position.
  static let window = RequestMethod {
    (session, request: WindowRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    let hosted = instance.hosted
    let index = try hosted.description.index(ofOutput: request.output, at: ["output"])
    guard let output = hosted.window(on: index) else {
      throw RPCError(
        invalidParamsAt: ["output"],
        "\(request.id) does not observe \(request.output) through a window")
    }
    hosted.moveWindow(
      on: index,
      to: Window(
        offset: request.offset, limit: request.limit, isAnchored: output.window.isAnchored))
    session.instances.setPending(instance)
    return .settled {
      let (position, limit) = output.publishedPosition
      return WindowRequest.result(total: position.total, offset: position.offset, limit: limit)
    }
  }
}

extension Session {
  fileprivate func create(_ request: borrowing CreateRequest) throws(RPCError) -> Instance {
    let definition = try definition(named: request.name)
    let name = definition.description.name
    if let id = request.id, instances[id] != nil {
      throw RPCError(.duplicateID, "The id \(id) is in use")
    }
    let observed: [Int: OutputPart]? =
      if let observe = request.observe { try definition.description.parts(observe) } else { nil }
    let uses = try used(by: definition, request.uses)
    let id = request.id ?? instances.nextID(for: name)
    let hosted: HostedViewModel
    willCall?(id)
    do {
      hosted = try about.catalog.make(
        definition, request.parameters,
        in: InitEnvironment(
          uses: uses.map { ($0.role, $0.object) }, clock: loop.clock,
          services: InstanceServices(calls: services, instance: id)))
    } catch let error as ArgumentError {
      throw RPCError(error, in: "parameters")
    } catch let error as ServiceMissing {
      throw RPCError(
        .serviceMissing,
        "\(name) needs the service \(error.service), which neither the frontend nor the catalog answers"
          + services.hint(for: error.service),
        data: ["service": .string(error.service)])
    } catch {
      throw creationFailed(name, error)
    }
    do throws(NoFirstElement) {
      return try add(
        hosted, id: id, isCounted: request.id == nil, observing: observed,
        uses: uses.map { ($0.role, $0.instance) })
    } catch {
      throw creationFailed(name, error)
    }
  }

  private func creationFailed(_ name: String, _ error: any Error) -> RPCError {
    RPCError(.creationFailed, "\(name) was not created: \(sentence(for: error))")
  }

  private typealias Use = (role: String, instance: Instance, object: Any)

  /// Returns the instances that fill the roles of a ViewModel: exactly one of the right type for
  /// each role.
  private func used(
    by definition: ViewModelDefinition, _ given: JSONObject?
  ) throws(RPCError) -> [Use] {
    var uses: [Use] = []
    let roles = definition.initSignature.roles
    for (name, _) in given ?? [:]
    where !roles.contains(where: {
      $0.name.hasSameCodeUnits(as: name)
    }) {
      let viewModel = definition.description.name
      let names = roles.map(\.name)
      let hint = SimilarNames.hint(for: name, among: names)
      throw misuse(name, "\(viewModel) has no such role\(hint)")
    }
    for role in roles {
      let names = about.catalog.names(filling: role).joined(separator: " or ")
      guard case .string(let id)? = given?[role.name] else {
        throw misuse(role.name, "expected the id of an instance of \(names)")
      }
      let instance = try instances.instance(id)
      guard let object = instance.hosted.viewModel, role.fits(object) else {
        let found = instance.hosted.description.name
        throw misuse(
          role.name, "expected an instance of \(names), but \(id) is one of \(found)")
      }
      uses.append((role.name, instance, object))
    }
    return uses
  }

  private func misuse(_ role: String, _ reason: String) -> RPCError {
    RPCError(
      .invalidParams, "uses.\(SimilarNames.shown(role)): \(reason)",
      data: ["path": .string(JSONPointer(tokens: ["uses", role]).description)])
  }
}

extension ViewModelDescription {
  /// Returns the outputs that a member `observe` chooses, by their indices. If an output is named
  /// twice, the last entry holds.
  func parts(_ observe: [ObservedOutput]) throws(RPCError) -> [Int: OutputPart] {
    var parts: [Int: OutputPart] = [:]
    for (index, observed) in observe.enumerated() {
      let path = ["observe", String(index)]
      let output = try self.index(ofOutput: observed.output, at: path)
      parts[output] = part(of: output)
      guard let window = observed.window else { continue }
      try requireWindows(on: output, isAnchored: window.isAnchored, at: path + ["window"])
      parts[output] = .window(
        Window(offset: window.offset, limit: window.limit, isAnchored: window.isAnchored))
    }
    return parts
  }

  /// Returns the index of an output.
  ///
  /// - Parameter path: where in the params it is named.
  func index(ofOutput output: String, at path: [String]) throws(RPCError) -> Int {
    guard let index = self.output(named: output) else {
      throw RPCError(
        invalidParamsAt: path,
        "\(name) has no output \(SimilarNames.shown(output))\(SimilarNames.hint(for: output, among: outputs))"
      )
    }
    return index
  }

  private func requireWindows(
    on output: Int, isAnchored: Bool, at path: [String]
  ) throws(RPCError) {
    switch windows(on: output) {
    case .none:
      throw RPCError(
        invalidParamsAt: path, "\(outputs[output]) of \(name) is no list, so it has no windows")
    case .unanchored where isAnchored:
      throw RPCError(
        invalidParamsAt: path + ["anchor"],
        "the elements of \(outputs[output]) have no identity (Identifiable) to be found again by")
    case .unanchored, .all: return
    }
  }
}
