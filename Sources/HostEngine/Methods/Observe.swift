import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/observe`: chooses which outputs are part of an instance's state.
  static let observe = RequestMethod {
    (session, request: ObserveRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    let observed = try instance.hosted.description.parts(request.observe)
    for failure in instance.hosted.observe(observed) {
      session.fail(instance, failure.error, output: failure.output)
    }
    session.instances.setPending(instance)
    return .result([:])
  }
}

extension ViewModelDescription {
  /// What a member `observe` wants of the outputs, by their places. Of two entries about one output the last counts.
  func parts(_ observe: [ObservedOutput]) throws(RPCError) -> [Int: OutputPart] {
    var parts: [Int: OutputPart] = [:]
    for (index, observed) in observe.enumerated() {
      let path = ["observe", String(index)]
      let output = try place(ofOutput: observed.output, at: path)
      parts[output] = part(of: output)
      guard let window = observed.window else { continue }
      try requireWindows(on: output, isAnchored: window.isAnchored, at: path + ["window"])
      parts[output] = .window(
        Window(offset: window.offset, limit: window.limit, isAnchored: window.isAnchored))
    }
    return parts
  }

  /// The place of an output.
  ///
  /// - Parameter path: where in the params it is named.
  func place(ofOutput output: String, at path: [String]) throws(RPCError) -> Int {
    guard let place = self.output(named: output) else {
      throw RPCError(
        invalidParamsAt: path,
        "\(name) has no output \(output)\(SimilarNames.hint(for: output, among: outputs))")
    }
    return place
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
