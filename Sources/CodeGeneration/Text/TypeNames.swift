/// What the names of types are made of in a language.
struct Naming: Sendable {
  /// What the language has for itself, or its client.
  var reserved: Set<String> = []
  /// What is said of a ViewModel behind its name: `State`, for a type of that.
  var words: [String] = []
  /// Whether all names begin with that of the host, or what was asked for instead, and a period.
  var isQualified = false
}

/// The names of types in generated code, each resolved once for all files.
struct TypeNames {
  /// What the definitions are called.
  private(set) var definitions: [String: String] = [:]
  private var viewModels: [String: String] = [:]
  private var names: CodeNames
  private let qualifier: String

  init(_ model: TypedModel, _ naming: Naming, prefix: String?) {
    names = CodeNames(reserved: naming.reserved)
    qualifier = naming.isQualified ? "\(CodeNames.type(prefix ?? model.host))." : ""
    for definition in model.definitions {
      definitions[definition.name] = unique(definition.name)
    }
    for word in naming.words {
      for viewModel in model.viewModels {
        let name = "\(viewModel.name) \(word)"
        viewModels[name] = unique(name)
      }
    }
  }

  /// A name that there is not yet: `list.article State` is `ListArticleState`.
  mutating func unique(_ name: String) -> String {
    qualifier + names.unique(CodeNames.type(name))
  }

  /// All names that there are, of definitions and of ViewModels.
  var all: Set<String> { Set(definitions.values).union(viewModels.values) }

  /// Takes names that no type has from now on.
  mutating func reserve(_ names: some Sequence<String>) { self.names.reserve(names) }

  /// The name of a type of a ViewModel; `nil` for one that is not in the contract.
  subscript(viewModel: String, word: String) -> String? { viewModels["\(viewModel) \(word)"] }
}
