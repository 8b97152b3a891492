import JSON
import OperatingSystem
import ViewModelHost

/// A command of the shell that answers a service call: arguments in, a result or an error out, as JSON.
final class AttachedService {
  private let process: ChildProcess
  private let arguments: LineSender
  private var hasSentAll = false
  private var printed: [UInt8] = []

  init(_ command: String, _ arguments: JSONValue) throws(SystemError) {
    process = try ChildProcess("/bin/sh", ["-c", command], isGroup: true)
    self.arguments = LineSender(process.input)
    self.arguments.append(arguments.description)
    send()
  }

  var interests: [Poll.Entry] {
    let output = Poll.Entry(process.output, .read)
    return hasSentAll ? [output] : [output, Poll.Entry(process.input, .write)]
  }

  /// Hands on what there is, without waiting.
  ///
  /// - Returns: the result, or the error, when it has ended.
  func exchange() -> Result<JSONValue, AttachReply>? {
    send()
    while Poll.wait(for: [Poll.Entry(process.output, .read)], milliseconds: 0)[0].isReady {
      let isOver = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        guard case .bytes(let count) = process.output.read(into: buffer), count > 0 else {
          return true
        }
        printed += UnsafeRawBufferPointer(rebasing: buffer[..<count])
        return false
      }
      if isOver { return end() }
    }
    return nil
  }

  /// Nobody wants the answer any more.
  func cancel() {
    process.killGroup()
    close()
  }

  private func send() {
    guard !hasSentAll else { return }
    arguments.flush()
    guard arguments.waitingCount == 0 else { return }
    arguments.close()
    hasSentAll = true
  }

  private func close() {
    if !hasSentAll { arguments.close() }
    process.output.close()
  }

  private func end() -> Result<JSONValue, AttachReply> {
    close()
    process.awaitEnd()
    let end = process.endIfOver()
    let text = String(decoding: printed, as: UTF8.self)
    let value = try? JSONValue(parsing: text)
    guard end == .status(0) else {
      if let value, value["code"]?.integerValue != nil { return .failure(.refused(value)) }
      return .failure(.refused(["code": -32000, "message": .string(text.trimmedLine)]))
    }
    guard let value else {
      return .failure(
        .refused(["code": -32000, "message": .string("no JSON: \(text.trimmedLine)")]))
    }
    return .success(value)
  }
}

extension String {
  /// The first line, cut where it is long.
  fileprivate var trimmedLine: String {
    String(split(separator: "\n").first?.prefix(200) ?? "it says nothing")
  }
}
