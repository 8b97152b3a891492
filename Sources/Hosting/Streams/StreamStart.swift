/// What is known of the beginning of an output that is a stream.
package enum StreamStart<Element> {
  /// Nothing: the output is null before the first element.
  case unknown
  /// The output is this before the first element.
  case initially(Element)
  /// The first element comes when it is subscribed; else the instance cannot be created.
  case immediate

  /// The type of the output's values, as the contract has it.
  var outputType: Any.Type {
    if case .unknown = self { Element?.self } else { Element.self }
  }

  var isImmediate: Bool {
    if case .immediate = self { true } else { false }
  }
}

/// Says that an output that is never to be null has no element.
package struct NoFirstElement: Error, CustomStringConvertible {
  package let output: String
  /// The error with which the stream has ended, if it has.
  let ending: (any Error)?

  package var description: String {
    let outcome = ending.map { "failed: \(sentence(for: $0))" } ?? "sent none"
    return """
      the output \(output) is never null, so its stream has to send an element when it is subscribed, but it \
      \(outcome); output("\(output)", …, initially: …) gives it a value before the first element
      """
  }
}
