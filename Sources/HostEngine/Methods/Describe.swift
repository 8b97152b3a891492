import HostProtocol
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/describe`: what a ViewModel takes and gives.
  static let describe = RequestMethod {
    (session, request: DescribeRequest, _) throws(RPCError) in
    let definition = try session.definition(named: request.name)
    return .result(definition.description.json(in: session.about.catalog))
  }
}

extension Session {
  /// The ViewModel with that name in the catalog.
  ///
  /// - Throws: also when its author has made a mistake, of which the author is told, too.
  func definition(named name: String) throws(RPCError) -> ViewModelDefinition {
    let definition: ViewModelDefinition?
    do throws(FaultyLine) {
      definition = try about.catalog.definition(named: name)
    } catch {
      advice.show(error)
      throw RPCError(.internalError, "\(name) cannot be used: \(error)")
    }
    if let definition { return definition }
    throw RPCError(
      .unknownViewModel,
      "\(about.name) has no ViewModel \"\(name)\""
        + SimilarNames.hint(for: name, among: about.catalog.entries.map(\.name)))
  }
}
