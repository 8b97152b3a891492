import Contracts
import JSON
import JSONRPC
import OperatingSystem
import Transcripts
import ViewModelKit

extension StyledTranscript {
  /// Makes sure that it says something of the ViewModels that it names. What it says wrongly would come out the same
  /// for all of them, and look like agreement.
  ///
  /// - Throws: what is wrong, with the file and the line.
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

  /// What is wrong with one of the messages of a line.
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

  /// The ViewModel that it names; empty when it names none.
  var name: String { json["params"]?.text("name") ?? "" }
  /// The instance that it is for; empty when it names none.
  var id: String { json["params"]?.text("id") ?? "" }
}

nonisolated extension Transcript {
  /// What the frontend sends, those of batches one by one; without what is no JSON.
  var sentMessages: [SentMessage] {
    lines.enumerated().flatMap { index, line -> [SentMessage] in
      guard line.kind == .sent, let json = try? JSONValue(parsing: line.content) else { return [] }
      return (json.arrayValue ?? [json]).map { SentMessage(line: index + 1, json: $0) }
    }
  }
}
