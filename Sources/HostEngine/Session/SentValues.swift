import Contracts
import Hosting
import HostProtocol
import JSON

/// Compares what is sent with what the contract says of it: a type may write otherwise than it reads, and it is
/// described by what it reads.
///
/// Forms of texts, such as dates, are not looked at.
final class SentValues {
  /// An output of more values than this is not looked at.
  private static let limit = 2_500
  private let probe = SchemaProbe()
  private var schemas: [String: JSONValue] = [:]
  /// The places of which something has been said.
  private var known: Set<String> = []

  /// What is to be said of the outputs of an instance, and has not been said.
  func misfits(in hosted: HostedViewModel) -> [String] {
    let outputs = hosted.description.interface.outputs
    return zip(outputs, hosted.outputs).compactMap { output, state in
      guard state.isObserved, state.failure == nil, !state.isLarger(than: Self.limit) else {
        return nil
      }
      return misfit("output \(output.name)", of: hosted, whole(state)) { output.schema($0) }
    }
  }

  /// What is to be said of the value of an event, if that has not been said.
  func misfit(inEvent index: Int, of hosted: HostedViewModel, _ value: JSONValue) -> String? {
    let event = hosted.description.interface.events[index]
    return misfit("event \(event.name)", of: hosted, value) { event.schema($0) }
  }

  /// The value of an output; of a window its rows, which are a list of the same elements.
  private func whole(_ state: OutputState) -> JSONValue {
    if case .window? = state.part, let rows = state.json["items"] { rows } else { state.json }
  }

  private func misfit(
    _ member: String, of hosted: HostedViewModel, _ value: JSONValue,
    makeSchema: (SchemaProbe) -> JSONValue
  ) -> String? {
    let place = "\(hosted.description.name): the \(member)"
    if known.contains(place) { return nil }
    var schema = schemas[place] ?? makeSchema(probe)
    schemas[place] = schema
    // Of a list that is always seen through a window.
    if value.arrayValue != nil, let rows = schema["properties"]?["items"] { schema = rows }
    let validator = SchemaValidator(probe.definitions) { _, _, _ in true }
    guard (try? validator.isValid(value, schema)) == false else { return nil }
    known.insert(place)
    let type = (try? validator.type(misfitBy: value, schema)).flatMap(\.self)
    return """
      \(place) is sent otherwise than its schema says\(type.map { ": \($0) is written otherwise than it is read" } ?? "")
      """
  }
}

extension Session {
  /// Says what of the outputs of an instance does not fit their schemas.
  func checkSentValues(of instance: Instance) {
    guard let sentValues else { return }
    for sentence in sentValues.misfits(in: instance.hosted) { advise(sentence) }
  }

  /// Says whether the value of an event does not fit its schema.
  func checkSentValue(ofEvent index: Int, of instance: Instance, _ value: JSONValue) {
    if let sentence = sentValues?.misfit(inEvent: index, of: instance.hosted, value) {
      advise(sentence)
    }
  }
}
