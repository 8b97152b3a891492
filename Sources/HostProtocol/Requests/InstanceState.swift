import JSON

/// The answer to `viewModel/create` and `viewModel/snapshot`.
package struct InstanceState {
  package var id: String
  /// Counts the instance's updates.
  package var revision: Int
  package var state: JSONObject

  package init(id: String, revision: Int, state: JSONObject) {
    self.id = id
    self.revision = revision
    self.state = state
  }

  package var json: JSONValue {
    var json = JSONObject(minimumCapacity: 3)
    json.append(key: "id", value: .string(id))
    json.append(key: "revision", value: .integer(Int64(revision)))
    json.append(key: "state", value: .object(state))
    return .object(json)
  }
}
