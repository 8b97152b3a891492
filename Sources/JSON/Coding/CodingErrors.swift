extension DecodingError {
  /// The position of the error in the JSON.
  public var pointer: JSONPointer {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      codingPointer(context.codingPath)
    case .keyNotFound(let key, let context): codingPointer(context.codingPath + [key])
    @unknown default: JSONPointer()
    }
  }

  /// The problem at that position, such as `expected an integer, found a string`.
  public var problem: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    case .keyNotFound: "required, but missing"
    @unknown default: "\(self)"
    }
  }

  /// The error in one sentence for the author of the JSON: the path, then the problem, as in
  /// `items[3].id: expected an integer, found a string`.
  public var sentence: String { codingSentence(pointer, problem) }
}

extension EncodingError {
  /// The error in one sentence: the path, then the problem, as in
  /// `prices[3]: inf has no form in JSON`.
  public var sentence: String {
    switch self {
    case .invalidValue(_, let context):
      codingSentence(codingPointer(context.codingPath), context.debugDescription)
    @unknown default: "\(self)"
    }
  }
}

private func codingPointer(_ path: [any CodingKey]) -> JSONPointer {
  JSONPointer(tokens: path.map { $0.intValue.map(String.init) ?? $0.stringValue })
}

private func codingSentence(_ pointer: JSONPointer, _ problem: String) -> String {
  let path = pointer.path
  return path.isEmpty ? problem : "\(path): \(problem)"
}
