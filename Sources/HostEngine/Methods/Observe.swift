import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/observe`: chooses which outputs are part of an instance's state.
  static let observe = RequestMethod {
    (session, request: ObserveRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    let observed = try instance.hosted.description.outputs(named: request.observe)
    for failure in instance.hosted.observe(observed) {
      session.fail(instance, failure.error, output: failure.output)
    }
    session.instances.setPending(instance)
    return .result([:])
  }
}

extension ViewModelDescription {
  /// The places of outputs that a member `observe` names.
  func outputs(named names: [String]) throws(RPCError) -> Set<Int> {
    var places: Set<Int> = []
    for (index, output) in names.enumerated() {
      guard let place = self.output(named: output) else {
        throw RPCError(
          .invalidParams,
          "params.observe[\(index)]: \(name) has no output \(output)"
            + SimilarNames.hint(for: output, among: outputs),
          data: ["path": .string("/observe/\(index)")])
      }
      places.insert(place)
    }
    return places
  }
}
