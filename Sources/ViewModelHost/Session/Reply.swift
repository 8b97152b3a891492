import JSON
import JSONRPC

/// Where the response to a request goes.
struct Reply {
  let id: RequestID
  /// The batch in which the request came.
  let batch: Batch?

  /// The responses of a batch, which are one line (JSON-RPC 2.0, section 6). They wait for each other.
  final class Batch {
    private let expected: Int
    private var answers: [Answer] = []

    init(expecting count: Int) { expected = count }

    /// Adds one answer, and gives all of them when it was the last.
    fileprivate func complete(with answer: Answer) -> [Answer]? {
      answers.append(answer)
      return answers.count == expected ? answers : nil
    }
  }
}

/// What a turn answers, in order, after its update.
enum Answer {
  case response(Reply, Result<JSONValue, RPCError>)
  /// A response with the instance as it is when the response is written; updates follow from then on.
  case snapshot(Reply, Instance)
  case notification(String, JSONValue)

  /// The same answer, of which nothing changes any more: it may have to wait for others of its batch.
  fileprivate var asItIsNow: Answer {
    guard case .snapshot(let reply, let instance) = self else { return self }
    instance.isAnnounced = true
    return .response(reply, .success(instance.snapshot))
  }

  fileprivate var batch: Reply.Batch? {
    switch self {
    case .response(let reply, _), .snapshot(let reply, _): reply.batch
    case .notification: nil
    }
  }
}

extension JSONWriter {
  /// Writes an answer as a line. One in a batch waits for the batch's last.
  mutating func write(_ answer: Answer) {
    guard let batch = answer.batch else {
      writeMessage(answer)
      writeRaw("\n")
      return
    }
    guard let answers = batch.complete(with: answer.asItIsNow) else { return }
    for (index, answer) in answers.enumerated() {
      writeRaw(index == 0 ? "[" : ",")
      writeMessage(answer)
    }
    writeRaw("]\n")
  }

  private mutating func writeMessage(_ answer: Answer) {
    switch answer {
    case .notification(let method, let params): writeNotification(method: method, params: params)
    case .response(let reply, .success(let value)): writeResponse(id: reply.id, result: value)
    case .response(let reply, .failure(let error)): writeResponse(id: reply.id, error: error)
    case .snapshot(let reply, let instance):
      instance.isAnnounced = true
      writeResponse(id: reply.id, result: instance.snapshot)
    }
  }
}
