import Contracts
import Hosting
import HostProtocol
import JSON

/// Compares sent values with the contract. A schema is made from how a type decodes, so a type that
/// encodes differently sends values that do not fit its schema.
///
/// Formats of strings, such as dates, are not checked.
final class SentValues {
  /// Outputs with more values than this are not checked.
  private static let limit = 2_500
  private let probe = SchemaProbe()
  private var schemas: [String: JSONValue] = [:]
  /// The members that a warning was written about.
  private var known: Set<String> = []

  /// Returns new warnings about the outputs of an instance.
  func misfits(in hosted: HostedViewModel) -> [String] {
    let outputs = hosted.description.interface.outputs
    return zip(outputs, hosted.outputs).compactMap { output, state in
      guard state.isObserved, state.failure == nil, !state.isLarger(than: Self.limit) else {
        return nil
      }
      return misfit("output \(output.name)", of: hosted, whole(state)) { output.schema($0) }
    }
  }

  /// Returns a warning about the value of an event, unless that event had one before.
  func misfit(inEvent index: Int, of hosted: HostedViewModel, _ value: JSONValue) -> String? {
    let event = hosted.description.interface.events[index]
    return misfit("event \(event.name)", of: hosted, value) { event.schema($0) }
  }

  /// The value to check: for a window its rows, which have the same element type as the list.
  private func whole(_ state: OutputState) -> JSONValue {
    if case .window? = state.part, let rows = state.json["items"] { rows } else { state.json }
  }

  private func misfit(
    _ member: String, of hosted: HostedViewModel, _ value: JSONValue,
    makeSchema: (SchemaProbe) -> JSONValue
  ) -> String? {
    let subject = "\(hosted.description.name): the \(member)"
    if known.contains(subject) { return nil }
    var schema = schemas[subject] ?? makeSchema(probe)
    schemas[subject] = schema
    // The list is only sent through windows.
    if value.arrayValue != nil, let rows = schema["properties"]?["items"] { schema = rows }
    let validator = SchemaValidator(probe.definitions) { _, _, _ in true }
    guard (try? validator.isValid(value, schema)) == false else { return nil }
    known.insert(subject)
    let type = (try? validator.type(misfitBy: value, schema)).flatMap(\.self)
    return """
      \(subject) is sent otherwise than its schema says\(type.map { ": \($0) is written otherwise than it is read" } ?? "")
      """
  }
}

extension Session {
  /// Warns about outputs of an instance that do not fit their schemas.
  func checkSentValues(of instance: Instance) {
    guard let sentValues else { return }
    for sentence in sentValues.misfits(in: instance.hosted) { advise(sentence) }
  }

  /// Warns if the value of an event does not fit its schema.
  func checkSentValue(ofEvent index: Int, of instance: Instance, _ value: JSONValue) {
    if let sentence = sentValues?.misfit(inEvent: index, of: instance.hosted, value) {
      advise(sentence)
    }
  }
}
