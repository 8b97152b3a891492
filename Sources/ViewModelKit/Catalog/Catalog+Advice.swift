import JSON
import Observation
import Reactive

/// What an author should know about a catalog, and can be told before there is any instance.
extension Catalog {
  /// A sentence, and the outputs that it is about, each as `name.output`.
  package typealias Advice = (sentence: String, outputs: [String])

  /// The ViewModels of which nobody tells when their outputs change, as far as their types say so. What else cannot be
  /// followed shows when an instance is made.
  package var advice: [Advice] {
    entries.compactMap { entry in
      let outputs = entry.description.propertyOutputs
      guard !outputs.isEmpty, !Followability.isPossible(entry.type) else { return nil }
      let names = outputs.joined(separator: ", ")
      return (
        """
        \(entry.name): nobody tells when the outputs of \(entry.type) change (\(names)), so they are read again in \
        every turn: make the class @Observable, and say output("…", constant: …) of what never changes
        """, outputs.map { "\(entry.name).\($0)" }
      )
    }
  }
}

/// Whether Observation, or a sequence, can tell of changes inside values of a type.
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
      is any ObservableConvertibleType.Type:
      return true
    case let optional as any OptionalType.Type:
      return isPossible(optional.wrapped, inside: open + [type])
    default:
      // Of what is behind a protocol, in a closure or in an enum nothing can be said.
      return fields?.contains { isPossible($0.type, inside: open + [type]) } ?? true
    }
  }
}
