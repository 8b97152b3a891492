import LibC
import OperatingSystem

/// Earlier queries in a file, as fzf keeps them: one a line, oldest first.
final class QueryHistory {
  private let path: String
  private let limit: Int
  private(set) var queries: [String]
  /// Edited texts by index; the index after the last query is the new query.
  private var changed: [Int: String] = [:]

  /// - Throws: ``FindUsageError`` if the file cannot be created, read and written.
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

  /// Keeps an edited text while another query is shown.
  func keep(_ query: String, at index: Int) { changed[index] = query }

  func query(at index: Int) -> String {
    changed[index] ?? (queries.indices.contains(index) ? queries[index] : "")
  }

  /// Appends a query unless it equals the last one.
  func append(_ query: String) {
    guard !query.isEmpty, query != queries.last else { return }
    queries = (queries + [query]).suffix(limit)
    let text = queries.map { "\($0)\n" }.joined()
    guard let file = Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) else { return }
    defer { file.close() }
    try? file.writeAll(text, as: path)
  }
}
