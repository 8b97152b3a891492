import JSON

extension RequestMethod {
  /// `viewModel/list`: the catalog.
  static let list = RequestMethod(name: "viewModel/list") { session, _, _ in
    .result([
      "viewModels": .array(session.about.catalog.entries.map { ["name": .string($0.name)] })
    ])
  }
}
