import JSON

/// The text about an error for frontends: its description; for a coding error the path and the
/// problem.
nonisolated package func sentence(for error: any Error) -> String {
  switch error {
  case let error as EncodingError: error.sentence
  case let error as DecodingError: error.sentence
  default: String(describing: error)
  }
}
