import ViewModelKit

/// What the authors of the ViewModels should know, said once.
struct AuthorAdvice {
  /// The outputs, with their ViewModels' names, of which something has been said; and the sentences on faulty lines.
  private var known: Set<String> = []

  /// Says what is wrong with a line.
  mutating func note(_ faulty: FaultyLine, _ warn: (String) -> Void) {
    if known.insert(faulty.description).inserted { warn(faulty.description) }
  }

  /// Looks at which outputs of an instance nobody tells of.
  mutating func note(_ hosted: HostedViewModel, _ warn: (String) -> Void) {
    let outputs = hosted.watch.untoldOutputs
    let viewModel = hosted.description.name
    for output in outputs.places(of: hosted.outputs.count) where hosted.isWarnedOf(output) {
      let name = hosted.outputs[output].name
      guard known.insert("\(viewModel).\(name)").inserted else { continue }
      if let advice = hosted.description.advice, advice.outputs.contains(name) {
        known.formUnion(advice.outputs.map { "\(viewModel).\($0)" })
        warn(advice.sentence)
      } else {
        warn(hosted.advice(on: output))
      }
    }
  }
}
