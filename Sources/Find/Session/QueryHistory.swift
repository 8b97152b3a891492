import LibC
import OperatingSystem

/// The queries of before, in a file of the user's, as fzf keeps them: a line each, the oldest first.
final class QueryHistory {
  private let path: String
  private let limit: Int
  private(set) var queries: [String]
  /// What was typed in the place of some of them; the last is that of the query that is new.
  private var changed: [Int: String] = [:]

  /// - Throws: ``FindUsageError`` when the file cannot be read and written; it is made if it is not there.
  init(path: String, limit: Int) throws {
    self.path = path
    self.limit = limit
    guard let file = Descriptor.open(path, O_RDWR | O_CREAT) else {
      throw FindUsageError("--history: \(SystemError(path))")
    }
    defer { file.close() }
    let text = String(decoding: file.readAll(), as: UTF8.self)
    queries = text.split(separator: "\n").suffix(limit).map(String.init)
  }

  /// Keeps what was typed while somebody looks at others.
  func keep(_ query: String, at place: Int) { changed[place] = query }

  func query(at place: Int) -> String {
    changed[place] ?? (queries.indices.contains(place) ? queries[place] : "")
  }

  /// Writes a query behind the others, unless it is the last one again.
  func append(_ query: String) {
    guard !query.isEmpty, query != queries.last else { return }
    queries = (queries + [query]).suffix(limit)
    let text = queries.map { "\($0)\n" }.joined()
    guard let file = Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) else { return }
    defer { file.close() }
    try? file.writeAll(text, as: path)
  }
}
