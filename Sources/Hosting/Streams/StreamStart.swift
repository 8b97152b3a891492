/// What is known about the first element of an output that is a stream.
package enum StreamStart<Element> {
  /// The output is null before the first element.
  case unknown
  /// The output has this value before the first element.
  case initially(Element)
  /// The stream sends an element when it is subscribed; otherwise the instance cannot be created.
  case immediate

  /// The type of the output's values in the contract.
  var outputType: Any.Type {
    if case .unknown = self { Element?.self } else { Element.self }
  }

  var isImmediate: Bool {
    if case .immediate = self { true } else { false }
  }
}

/// An output without its required first element.
package struct NoFirstElement: Error, CustomStringConvertible {
  package let output: String
  /// The error that has ended the stream, if one has.
  let ending: (any Error)?

  package var description: String {
    let outcome = ending.map { "failed: \(sentence(for: $0))" } ?? "sent none"
    return """
      the output \(output) is never null, so its stream has to send an element when it is subscribed, but it \
      \(outcome); output("\(output)", …, initially: …) gives it a value before the first element
      """
  }
}
