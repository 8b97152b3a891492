import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/observe`: chooses which outputs are part of an instance's state.
  static let observe = RequestMethod(name: "viewModel/observe") {
    session, params, _ throws(RPCError) in
    let instance = try session.instances.instance(try params.string("id"))
    guard let observed = try params.observedOutputs(of: instance.hosted.description) else {
      throw RPCError(
        .invalidParams, "params.observe: missing, expected an array of strings",
        data: ["path": "/observe"])
    }
    for failure in instance.hosted.observe(observed) {
      session.fail(instance, failure.error, output: failure.output)
    }
    session.instances.setPending(instance)
    return .result([:])
  }
}

extension Params {
  /// The places of the outputs that the member `observe` names; `nil` when it is left out.
  func observedOutputs(of description: ViewModelDescription) throws(RPCError) -> Set<Int>? {
    guard self["observe"] != nil else { return nil }
    var places: Set<Int> = []
    for (index, name) in try strings("observe").enumerated() {
      guard let place = description.output(named: name) else {
        throw RPCError(
          .invalidParams,
          "params.observe[\(index)]: \(description.name) has no output \(name)"
            + SimilarNames.hint(for: name, among: description.outputs),
          data: ["path": .string("/observe/\(index)")])
      }
      places.insert(place)
    }
    return places
  }
}
