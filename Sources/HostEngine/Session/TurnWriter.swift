import HostProtocol
import JSON
import JSONRPC

extension JSONWriter {
  /// Writes down what a turn publishes, as lines.
  mutating func write(_ turn: borrowing Turn) {
    writeUpdate(of: turn.updates)
    for notice in turn.notices { writeLine(notice) }
    if let batch = turn.batch {
      for answer in turn.answers where answer.batch != batch { writeLine(answer) }
      writeArray(turn.answers.filter { $0.batch == batch })
    } else {
      for answer in turn.answers { writeLine(answer) }
    }
    for call in turn.calls {
      write(call)
      writeByte(UInt8(ascii: "\n"))
    }
  }

  /// The responses to an array of messages are an array (JSON-RPC 2.0, section 6).
  private mutating func writeArray(_ answers: [Answer]) {
    for (index, answer) in answers.enumerated() {
      writeRaw(index == 0 ? "[" : ",")
      write(answer)
    }
    if !answers.isEmpty { writeRaw("]\n") }
  }

  mutating func writeLine(_ answer: Answer) {
    write(answer)
    writeByte(UInt8(ascii: "\n"))
  }

  private mutating func write(_ answer: Answer) {
    switch answer {
    case .notification(let notification): write(notification)
    case .response(let reply, .success(let value)): writeResponse(id: reply.id, result: value)
    case .response(let reply, .failure(let error)): writeResponse(id: reply.id, error: error)
    case .snapshot(let reply, let instance):
      beginResponse(id: reply.id)
      instance.writeState(to: &self)
      endResponse()
    case .settled(let reply, let value): writeResponse(id: reply.id, result: value())
    }
  }
}
