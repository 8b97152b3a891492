import Contracts

/// A target language of code generation.
package struct Language: Sendable {
  /// Its name on the command line.
  package let name: String
  private let layout: Layout
  private let naming: Naming
  private let ownGlobals: [String]
  private let makeWriter: @Sendable (CodeFile) -> any CodeWriter

  package static let all = [
    Language("elisp", .each("el", ElispWriter.stem)) { ElispWriter($0) },
    Language("javascript", .one("viewModels.js")) { TypeScriptWriter($0, .javascript) },
    Language("lua", .each("lua", LuaWriter.stem, reserved: ["types", "init"]), LuaWriter.init),
    Language("python", .one("view_models.py")) { PythonWriter($0, .blocking) },
    Language("python-asyncio", .one("async_view_models.py")) { PythonWriter($0, .asyncio) },
    Language("typescript", .one("viewModels.ts")) { TypeScriptWriter($0) },
  ]

  /// How ViewModels are distributed over files.
  private enum Layout: Sendable {
    /// All are in one file.
    case one(String)
    /// Each has its own file. The closure returns the stem of the file name, from the ViewModel,
    /// the host, and the prefix option.
    case each(
      String, @Sendable (_ viewModel: String, _ host: String, _ prefix: String?) -> String,
      reserved: Set<String> = [])
  }

  private init<Writer: CodeWriter>(
    _ name: String, _ layout: Layout, _ writer: @escaping @Sendable (CodeFile) -> Writer
  ) {
    self.name = name
    self.layout = layout
    makeWriter = writer
    naming = Writer.naming
    ownGlobals = Writer.ownGlobals
  }

  /// Whether the language has global names.
  package var takesPrefix: Bool { if case .each = layout { true } else { false } }

  /// Generates the code for a contract.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of global names.
  ///   - client: the module of the client for Python and TypeScript, if it is not the default.
  package func files(
    _ contract: Contract, prefix: String? = nil, client: String? = nil
  ) -> [GeneratedFile] {
    let whole = TypedModel(contract)
    let names = TypeNames(whole, naming, prefix: prefix)
    func writer(_ model: TypedModel, stem: String = "") -> any CodeWriter {
      makeWriter(
        CodeFile(language: name, model: model, names: names, client: client, stem: stem))
    }
    switch layout {
    case .one(let path):
      var writer = writer(whole)
      return [GeneratedFile(name: path, text: writer.text()), writer.sharedTypes()].compactMap(
        \.self)
    case .each(let fileExtension, let stem, let reserved):
      let shared = whole.definitions.isEmpty ? nil : writer(whole).sharedTypes()
      var stems = CodeNames(reserved: reserved)
      let named = whole.viewModels.map { viewModel in
        (viewModel.name, stems.unique(stem(viewModel.name, whole.host, prefix)))
      }
      let own = named.flatMap { _, stem in ownGlobals.map { stem + $0 } }
      var globals = CodeNames(reserved: Set(own))
      let files = named.map { viewModel, stem in
        var writer = writer(TypedModel(contract.selecting([viewModel])), stem: stem)
        writer.globals = globals
        defer { globals = writer.globals }
        return GeneratedFile(name: "\(stem).\(fileExtension)", text: writer.text())
      }
      return [shared].compactMap(\.self) + files
    }
  }
}
