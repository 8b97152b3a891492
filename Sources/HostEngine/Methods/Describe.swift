import HostProtocol
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/describe`: what a ViewModel takes and gives.
  static let describe = RequestMethod {
    (session, request: DescribeRequest, _) throws(RPCError) in
    let entry = try session.entry(named: request.name)
    return .result(entry.description.json(in: session.about.catalog))
  }
}

extension Session {
  /// The ViewModel with that name in the catalog.
  func entry(named name: String) throws(RPCError) -> CatalogEntry {
    guard let entry = about.catalog[name] else {
      throw RPCError(
        .unknownViewModel,
        "\(about.name) has no ViewModel \"\(name)\""
          + SimilarNames.hint(for: name, among: about.catalog.entries.map(\.name)))
    }
    return entry
  }
}
