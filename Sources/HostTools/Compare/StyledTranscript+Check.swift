import Contracts
import JSON
import JSONRPC
import OperatingSystem
import Transcripts
import ViewModelKit

extension StyledTranscript {
  /// Checks that its lines are valid for the ViewModels that it names. A faulty line would fail
  /// alike for all of them, and look like agreement.
  ///
  /// - Throws: a fault with its file and line.
  func check(in catalog: Catalog) throws(CommandFailure) {
    guard let original = styles.first else { throw fault(stylesLine, "it names no ViewModel") }
    for style in styles where catalog[style] == nil {
      let question = SimilarNames.question(for: style, among: catalog.entries.map(\.name))
      throw fault(stylesLine, "There is no ViewModel \(style)\(question)")
    }
    try checkLines()
    let messages = transcript.sentMessages
    let creations = messages.filter { $0.json["method"] == "viewModel/create" }
    let own = creations.filter { $0.name == original }
    guard let creation = own.first else {
      guard let other = creations.first else {
        throw fault(stylesLine, "\(original) is created nowhere in it")
      }
      throw fault(
        other.line, "expected the creation of \(original), which line \(stylesLine) names first")
    }
    let ids = Set(own.map(\.id))
    let isInUse = messages.contains { message in
      message.json["method"] != "viewModel/create" && ids.contains(message.id)
        || message.json["method"] == "clock/advance"
    }
    if !isInUse && own.count == 1 {
      throw fault(creation.line, "nothing happens after \(original) is created")
    }
  }

  private func checkLines() throws(CommandFailure) {
    for (index, line) in transcript.lines.enumerated()
    where line.kind == .sent || line.kind == .expected {
      let reason: String?
      do throws(JSONParseError) {
        reason = try MemberIndex.reading(line.content.utf8) { Self.firstFault(in: $0)?.message }
      } catch {
        reason = "expected JSON, found \(line.content.prefix(40))"
      }
      if let reason { throw fault(index + 1, reason) }
    }
  }

  /// The first fault in the messages of a line.
  private static func firstFault(in text: IndexedValue) -> RPCError? {
    var messages = text.elements?.map(Message.init) ?? [Message(text)]
    if messages.isEmpty { messages = [.emptyBatch] }
    for case .invalid(_, let error) in messages { return error }
    return nil
  }

  private func fault(_ line: Int, _ reason: String) -> CommandFailure {
    CommandFailure(.badData, "\(path):\(line): \(reason)")
  }
}

/// A message of the frontend.
nonisolated struct SentMessage {
  /// The number of its line in the transcript, from 1.
  let line: Int
  let json: JSONValue

  /// The name of a ViewModel; empty without one.
  var name: String { json["params"]?.text("name") ?? "" }
  /// The id of an instance; empty without one.
  var id: String { json["params"]?.text("id") ?? "" }
}

nonisolated extension Transcript {
  /// The messages of the frontend, with batches split; lines that are not JSON are skipped.
  var sentMessages: [SentMessage] {
    lines.enumerated().flatMap { index, line -> [SentMessage] in
      guard line.kind == .sent, let json = try? JSONValue(parsing: line.content) else { return [] }
      return (json.arrayValue ?? [json]).map { SentMessage(line: index + 1, json: $0) }
    }
  }
}
