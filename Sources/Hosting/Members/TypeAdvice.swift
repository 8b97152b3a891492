import HostedStreams
import JSON
import Observation
import Reactive

/// Advice for the author of a ViewModel that follows from its type, without an instance.
package struct TypeAdvice {
  /// The outputs that it is about.
  package let outputs: [String]
  package let sentence: String

  /// - Parameter outputs: those whose changes must be reported.
  /// - Returns: `nil` if the type has a part that may report changes. Whether it does shows in an
  ///   instance.
  init?(_ name: String, _ type: Any.Type, _ outputs: [String]) {
    guard !outputs.isEmpty, !Trackability.isPossible(type) else { return nil }
    self.outputs = outputs
    let names = outputs.joined(separator: ", ")
    sentence = """
      \(name): \(type) sends no notification when its outputs (\(names)) change, so they are read again \
      in every turn: make the class @Observable, and say output("…", constant: …) of what never changes
      """
  }
}

/// Whether Observation or a stream can report changes inside values of a type.
private enum Trackability {
  /// - Parameter open: the types that contain this one.
  static func isPossible(_ type: Any.Type, inside open: [Any.Type] = []) -> Bool {
    if open.contains(where: { $0 == type }) { return false }
    let fields = StoredField.all(of: type)
    // The stored property of the macro; searching for it is faster than checking a conformance.
    if fields?.contains(where: { $0.name == "_$observationRegistrar" }) == true { return true }
    if PlainComparison(type) != nil { return false }
    switch type {
    case is any Observation.Observable.Type, is any WholeObjectObservable.Type,
      is any HostedStream.Type:
      return true
    case let optional as any OptionalType.Type:
      return isPossible(optional.wrapped, inside: open + [type])
    default:
      // The types behind a protocol, in a closure or in an enum are unknown.
      return fields?.contains { isPossible($0.type, inside: open + [type]) } ?? true
    }
  }
}
