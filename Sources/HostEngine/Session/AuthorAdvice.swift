import ViewModelKit

/// What the authors of the ViewModels should know, said once.
struct AuthorAdvice {
  /// What can be said of the catalog before there are instances.
  let ofCatalog: [Catalog.Advice]
  /// The outputs, with their ViewModels' names, of which something has been said.
  private var known: Set<String>

  init(_ catalog: Catalog) {
    ofCatalog = catalog.advice
    known = Set(ofCatalog.flatMap(\.outputs))
  }

  /// Looks at which outputs of an instance nobody tells of.
  mutating func note(_ hosted: HostedViewModel, _ warn: (String) -> Void) {
    let outputs = hosted.watch.untoldOutputs
    if outputs.isEmpty { return }
    for output in outputs where hosted.isWarnedOf(output) {
      let name = "\(hosted.description.name).\(hosted.outputs[output].name)"
      if known.insert(name).inserted { warn(hosted.advice(on: output)) }
    }
  }
}
