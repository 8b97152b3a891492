/// Lines of the host, as tests expect them.
package enum HostLine {
  /// The `viewModel/update` of a turn in which one instance has changed.
  ///
  /// - Parameters:
  ///   - patch: the operations, as JSON with commas between them; none without it.
  ///   - more: what follows the patch, as JSON members.
  package static func update(
    _ id: String, _ revision: Int, patch: String? = nil, _ more: String? = nil
  ) -> String {
    let members =
      [#""id":"\#(id)","revision":\#(revision)"#, patch.map { #""patch":[\#($0)]"# }, more]
    return #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"#
      + members.compactMap(\.self).joined(separator: ",") + "}]}}"
  }

  /// The operation that replaces what is at a path.
  ///
  /// - Parameter value: JSON.
  package static func replace(_ path: String, _ value: String) -> String {
    #"{"op":"replace","path":"\#(path)","value":\#(value)}"#
  }
}
