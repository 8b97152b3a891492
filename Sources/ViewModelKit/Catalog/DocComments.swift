import Contracts

/// What the author's doc comments say of ViewModels and their types, for frontends to read.
///
/// A doc comment is for who reads the source; the compiler leaves nothing of it in the program. So the command
///
///     swift package --allow-writing-to-package-directory describe-viewmodels
///
/// writes a file `DocComments.swift` beside the catalog, with a constant `docComments`. A line of the catalog takes it:
///
///     let catalog = Catalog {
///       docComments
///       viewModel("todo", TodoViewModel.init)
///     }
///
/// The line may stand there before the file does: ``docComments`` of this module is empty, and one of the author's own
/// module stands before it.
public nonisolated struct DocComments: Sendable {
  /// A JSON object: for each place in the contract a text. ``Descriptions`` has the places.
  package let text: String

  /// - Parameter text: what the command has written.
  public init(_ text: String) { self.text = text }
}

/// No doc comments. A file that `swift package describe-viewmodels` has written stands before this in its module.
public nonisolated let docComments = DocComments("{}")
