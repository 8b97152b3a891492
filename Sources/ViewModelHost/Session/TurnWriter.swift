import JSON
import JSONRPC

extension JSONWriter {
  /// Writes down what a turn tells, as lines.
  mutating func write(_ turn: borrowing Turn) {
    writeUpdate(of: turn.updates)
    for notice in turn.notices { writeLine(notice) }
    var batch: [Answer] = []
    for answer in turn.answers {
      if let number = turn.batch, answer.batch == number {
        batch.append(answer)
      } else {
        writeLine(answer)
      }
    }
    writeArray(batch)
    writeUpdate(of: turn.laterUpdates)
    for call in turn.calls { write(call) }
  }

  private mutating func writeUpdate(of entries: borrowing JSONWriter) {
    guard entries.count > 0 else { return }
    writeRaw("{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",\"params\":{\"updates\":[")
    entries.withBytes { writeRaw($0) }
    writeRaw("]}}\n")
  }

  /// The responses to an array of messages are an array (JSON-RPC 2.0, section 6).
  private mutating func writeArray(_ answers: [Answer]) {
    for (index, answer) in answers.enumerated() {
      writeRaw(index == 0 ? "[" : ",")
      write(answer)
    }
    if !answers.isEmpty { writeRaw("]\n") }
  }

  private mutating func writeLine(_ answer: Answer) {
    write(answer)
    writeByte(UInt8(ascii: "\n"))
  }

  private mutating func write(_ answer: Answer) {
    switch answer {
    case .notification(let method, let params): writeNotification(method: method, params: params)
    case .response(let reply, .success(let value)): writeResponse(id: reply.id, result: value)
    case .response(let reply, .failure(let error)): writeResponse(id: reply.id, error: error)
    case .snapshot(let reply, let instance): writeResponse(id: reply.id, result: instance.snapshot)
    }
  }

  private mutating func write(_ call: ServiceDesk.Call) {
    writeRequest(id: .string(ExactString(call.id)), method: "service/call", params: call.params)
    writeByte(UInt8(ascii: "\n"))
  }
}
