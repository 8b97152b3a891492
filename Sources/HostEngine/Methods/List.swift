import Contracts
import HostProtocol
import JSON
import ViewModelKit

extension RequestMethod {
  /// `viewModel/list`: the catalog.
  static let list = RequestMethod { (session, _: ListRequest, _) in
    .result(session.about.catalog.json)
  }
}

extension Catalog {
  /// The answer to `viewModel/list`.
  package var json: JSONValue {
    let list = entries.map { entry -> JSONValue in
      var object: JSONObject = ["name": .string(entry.name)]
      if let text = description(of: entry) {
        object["summary"] = .string(Descriptions.summary(text))
      }
      return .object(object)
    }
    return ["viewModels": .array(list)]
  }
}
