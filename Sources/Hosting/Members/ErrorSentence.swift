import JSON

/// What an error says, as frontends are told: its description, or for what was wrong with some JSON the place and the
/// problem.
nonisolated package func sentence(for error: any Error) -> String {
  switch error {
  case let error as EncodingError: error.sentence
  case let error as DecodingError: error.sentence
  default: String(describing: error)
  }
}
