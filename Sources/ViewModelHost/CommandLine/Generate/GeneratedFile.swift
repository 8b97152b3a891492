import ViewModelKit

/// A file of generated code.
struct GeneratedFile {
  /// Within the folder.
  let name: String
  let text: String
}

/// The contract of a ViewModel by itself, for a file that is about nothing else.
typealias ContractOfOne = (_ viewModel: String) throws(CommandFailure) -> Contract
