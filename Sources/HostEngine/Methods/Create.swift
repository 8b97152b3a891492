import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/create`: makes an instance, and answers with its state.
  static let create = RequestMethod { (session, request: CreateRequest, _) throws(RPCError) in
    try session.create(request)
  }
}

extension Session {
  /// Makes an instance, and answers with its state.
  func create(_ request: borrowing CreateRequest) throws(RPCError) -> RequestMethod.Outcome {
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
    do {
      hosted = try about.catalog.make(
        definition, request.parameters,
        in: CreationEnvironment(
          uses: uses.map { ($0.role, $0.object) }, clock: loop.clock,
          services: InstanceServices(calls: services, instance: id)))
    } catch let error as ArgumentError {
      throw RPCError(error, in: "parameters")
    } catch let error as ServiceMissing {
      throw RPCError(
        .serviceMissing,
        "\(name) needs the service \(error.service), which nobody answers"
          + services.hint(for: error.service),
        data: ["service": .string(error.service)])
    } catch {
      throw RPCError(.creationFailed, "\(name) was not created: \(sentence(for: error))")
    }
    let instance = add(
      hosted, id: id, isCounted: request.id == nil, observing: observed,
      uses: uses.map { ($0.role, $0.instance) })
    return .snapshot(instance)
  }

  private typealias Use = (role: String, instance: Instance, object: Any)

  /// The instances that fill the roles of a ViewModel: all of them, each of the right type, and no others.
  private func used(
    by definition: ViewModelDefinition, _ given: JSONObject?
  ) throws(RPCError) -> [Use] {
    var uses: [Use] = []
    let roles = definition.creation.roles
    for (name, _) in given ?? [:] where !roles.contains(where: { $0.name == name }) {
      let viewModel = definition.description.name
      let names = roles.map(\.name)
      throw RPCError(
        .invalidParams,
        "uses.\(name): \(viewModel) has no such role\(SimilarNames.hint(for: name, among: names))",
        data: ["path": .string(JSONPointer(tokens: ["uses", name]).description)])
    }
    for role in roles {
      let path: JSONValue = ["path": .string(JSONPointer(tokens: ["uses", role.name]).description)]
      let names = about.catalog.names(filling: role).joined(separator: " or ")
      guard case .string(let id)? = given?[role.name] else {
        throw RPCError(
          .invalidParams, "uses.\(role.name): expected the id of an instance of \(names)",
          data: path)
      }
      let instance = try instances.instance(id)
      guard let object = instance.hosted.viewModel, role.fits(object) else {
        let found = instance.hosted.description.name
        throw RPCError(
          .invalidParams,
          "uses.\(role.name): expected an instance of \(names), but \(id) is one of \(found)",
          data: path)
      }
      uses.append((role.name, instance, object))
    }
    return uses
  }
}
