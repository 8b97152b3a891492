/// The naming rules for types in a language.
struct Naming: Sendable {
  /// The names that the language or its client uses.
  var reserved: Set<String> = []
  /// The suffixes of a ViewModel's types, such as `State`.
  var words: [String] = []
  /// Whether all names begin with a period-terminated qualifier: the host's name, or the given
  /// prefix.
  var isQualified = false
}

/// The names of types in generated code, which are unique across all files.
struct TypeNames {
  /// The names of the definitions.
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

  /// Returns an unused name: `ListArticleState` for `list.article State`.
  mutating func unique(_ name: String) -> String {
    qualifier + names.unique(CodeNames.type(name))
  }

  /// All names of definitions and ViewModels.
  var all: Set<String> { Set(definitions.values).union(viewModels.values) }

  /// Reserves names, so that no later type gets them.
  mutating func reserve(_ names: some Sequence<String>) { self.names.reserve(names) }

  /// The name of a ViewModel's type; `nil` for a ViewModel outside the contract.
  subscript(viewModel: String, word: String) -> String? { viewModels["\(viewModel) \(word)"] }
}
