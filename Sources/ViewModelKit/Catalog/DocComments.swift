import Contracts

/// The doc comments of ViewModels and their types, for frontends to read.
///
/// The compiler leaves doc comments out of the program. So the command
///
///     swift package --allow-writing-to-package-directory describe-viewmodels
///
/// writes a file `DocComments.swift` beside the catalog, with a constant `docComments`. A line of
/// the catalog adds it:
///
///     let catalog = Catalog {
///       docComments
///       viewModel("todo", TodoViewModel.init)
///     }
///
/// The line also compiles before the file exists: ``docComments`` of this module is empty, and a
/// constant of the author's module hides it.
public nonisolated struct DocComments: Sendable {
  /// A JSON object: the text for each path in the contract. ``Descriptions`` lists the paths.
  package let text: String

  /// - Parameter text: the text that the command wrote.
  public init(_ text: String) { self.text = text }
}

/// No doc comments. The file that `swift package describe-viewmodels` writes hides this constant in
/// its own module.
public nonisolated let docComments = DocComments("{}")
