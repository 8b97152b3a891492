import HostedStreams
import JSON
import Observation
import Reactive

/// What an author should know about a ViewModel, and can be told of its type before there is any instance.
package struct TypeAdvice {
  /// The outputs that it is about.
  package let outputs: [String]
  package let sentence: String

  /// - Parameter outputs: those whose changes somebody has to tell of.
  /// - Returns: `nil` if the type has something that may tell. What else cannot be followed shows when an instance is
  ///   made.
  init?(_ name: String, _ type: Any.Type, _ outputs: [String]) {
    guard !outputs.isEmpty, !Followability.isPossible(type) else { return nil }
    self.outputs = outputs
    let names = outputs.joined(separator: ", ")
    sentence = """
      \(name): nobody tells when the outputs of \(type) change (\(names)), so they are read again in \
      every turn: make the class @Observable, and say output("…", constant: …) of what never changes
      """
  }
}

/// Whether Observation, or a stream, can tell of changes inside values of a type.
private enum Followability {
  /// - Parameter open: the types that this one is a part of.
  static func isPossible(_ type: Any.Type, inside open: [Any.Type] = []) -> Bool {
    if open.contains(where: { $0 == type }) { return false }
    let fields = StoredField.all(of: type)
    // What the macro stores; to look for that is quicker than to ask for a conformance.
    if fields?.contains(where: { $0.name == "_$observationRegistrar" }) == true { return true }
    if PlainComparison(type) != nil { return false }
    switch type {
    case is any Observation.Observable.Type, is any WholeObjectObservable.Type,
      is any HostedStream.Type:
      return true
    case let optional as any OptionalType.Type:
      return isPossible(optional.wrapped, inside: open + [type])
    default:
      // Of what is behind a protocol, in a closure or in an enum nothing can be said.
      return fields?.contains { isPossible($0.type, inside: open + [type]) } ?? true
    }
  }
}
