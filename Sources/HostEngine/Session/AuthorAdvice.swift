import ViewModelKit

/// What the authors of the ViewModels should know, said once.
package struct AuthorAdvice {
  /// Shows a warning to the author.
  package var show: ((String) -> Void)?
  /// The outputs, with their ViewModels' names, of which something has been said; and the sentences on faulty lines.
  private var known: Set<String> = []

  /// Shows, once, what is wrong with a line.
  mutating func show(_ faulty: FaultyLine) {
    if known.insert(faulty.description).inserted { show?(faulty.description) }
  }

  /// What is to be said of the outputs of an instance that are not observed, and has not been said.
  mutating func takeNew(on hosted: HostedViewModel) -> [String] {
    let outputs = hosted.watch.untoldOutputs
    let viewModel = hosted.description.name
    var sentences: [String] = []
    for output in outputs.places(of: hosted.outputs.count) where hosted.isWarnedOf(output) {
      let name = hosted.outputs[output].name
      guard known.insert("\(viewModel).\(name)").inserted else { continue }
      if let advice = hosted.description.advice, advice.outputs.contains(name) {
        known.formUnion(advice.outputs.map { "\(viewModel).\($0)" })
        sentences.append(advice.sentence)
      } else {
        sentences.append(hosted.advice(on: output))
      }
    }
    return sentences
  }
}
