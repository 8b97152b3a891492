/// A ViewModel cannot be created with such a parameter.
nonisolated struct ParameterError: Error, CustomStringConvertible {
  let description: String
}
