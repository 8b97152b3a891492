import JSON
import OperatingSystem
import ViewModelHost

/// A shell command that answers a service call: reads the arguments, and prints the result or an
/// error, as JSON.
final class AttachedService {
  private let process: ChildProcess
  private let arguments: LineSender
  private var hasSentAll = false
  private var printed: [UInt8] = []
  private var hasClosedOutput = false

  /// The most that it may print, in bytes.
  private static let limit = 16 * 1024 * 1024

  init(_ command: String, _ arguments: JSONValue) throws(SystemError) {
    process = try ChildProcess("/bin/sh", ["-c", command], isGroup: true)
    self.arguments = LineSender(process.input)
    self.arguments.append(arguments.description)
    send()
  }

  var interests: [Poll.Entry] {
    var entries = hasClosedOutput ? [] : [Poll.Entry(process.output, .read)]
    if !hasSentAll { entries.append(Poll.Entry(process.input, .write)) }
    return entries
  }

  /// Reads and writes what is ready, without waiting.
  ///
  /// - Returns: the result or the error, once the command has ended. Its child processes may still
  ///   hold its output open.
  func exchange() -> Result<JSONValue, AttachReply>? {
    send()
    let end = process.endIfOver()
    read()
    if printed.count > Self.limit {
      if end == nil { process.killGroup() }
      close()
      return .failure(Self.failure("it prints more than \(Self.limit) bytes"))
    }
    guard let end else { return nil }
    close()
    return outcome(of: end)
  }

  private func read() {
    while !hasClosedOutput, printed.count <= Self.limit,
      Poll.wait(for: [Poll.Entry(process.output, .read)], milliseconds: 0)[0].isReady
    {
      withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        guard case .bytes(let count) = process.output.read(into: buffer), count > 0 else {
          hasClosedOutput = true
          return
        }
        printed += UnsafeRawBufferPointer(rebasing: buffer[..<count])
      }
    }
  }

  /// Kills the command, as its answer is not needed any more.
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

  private func outcome(of end: ChildProcess.End) -> Result<JSONValue, AttachReply> {
    let text = String(decoding: printed, as: UTF8.self)
    let value = try? JSONValue(parsing: text)
    guard end == .status(0) else {
      if let value, value["code"]?.integerValue != nil { return .failure(.refused(value)) }
      return .failure(Self.failure(text.trimmedLine))
    }
    guard let value else { return .failure(Self.failure("no JSON: \(text.trimmedLine)")) }
    return .success(value)
  }

  private static func failure(_ words: String) -> AttachReply {
    .refused(["code": -32000, "message": .string(words)])
  }
}

extension String {
  /// The first line, at most 200 characters.
  fileprivate var trimmedLine: String {
    String(split(separator: "\n").first?.prefix(200) ?? "it prints nothing")
  }
}
