import Transcripts
import JSON

/// One thing that a frontend does or sees in a conversation.
nonisolated package struct Moment: Hashable, Sendable {
  /// What sort of thing.
  package enum Kind: Hashable, Sendable {
    // What the frontend does.
    case input
    /// It answers a service; an error if the text says so.
    case answer(isError: Bool)
    /// It creates, disposes, observes, or asks for a snapshot.
    case request

    // What the host does.
    /// An output of a new instance.
    case start
    case output
    case event
    /// It asks a service, or has no use for the answer any more.
    case ask
    case cancel
    /// What an input that was called gave back.
    case value
    /// An input or a request is refused, an error has reached nobody, an instance is gone.
    case fault
  }

  package let kind: Kind
  /// The instance that it is about; empty if none.
  package let instance: String
  /// The input, output, event or service; of a fault its sort.
  package let name: String
  /// The value or the arguments for people; empty for none.
  package let text: String
  /// Which of the requests of that service it is about, from 1; 0 for anything else.
  package var number = 0
}

nonisolated extension Moment {
  /// What it looks like in a list: `foos = [f1 f2]`, or `f.foos = [f1 f2]` with the instance. The calls of a service
  /// are numbered for all instances.
  package func sentence(namesInstance: Bool = false) -> String {
    let isNamed = namesInstance && !instance.isEmpty && number == 0
    let name = isNamed ? "\(instance).\(name)" : name
    let words = text.isEmpty ? "" : " \(text)"
    switch kind {
    case .input, .request: return "\(name)\(words)"
    case .answer(let isError):
      return "\(name) \(number) answers\(isError ? " with the error" : "")\(words)"
    case .start, .output: return "\(name) = \(text)"
    case .event: return "event \(name)\(words)"
    case .ask: return "asks \(name) \(number)\(words)"
    case .cancel: return "cancels \(name) \(number)"
    case .value: return text.isEmpty ? "\(name) is done" : "\(name) gives\(words)"
    case .fault: return "\(name):\(words)"
    }
  }
}

nonisolated extension JSONValue {
  /// The value in few letters, for people: `[a:A b:B]`, `{id 1}`, `f1`. Not more than a limit; `…` stands for the rest.
  package func words(limit: Int = 40) -> String {
    let text = brief
    return text.count <= limit ? text : "\(text.prefix(limit - 1))…"
  }

  /// The values of an object's members, for arguments: `1`, `page 2`.
  package func argumentWords(isNamed: Bool) -> String {
    let text =
      objectValue.map { object in
        object.map { isNamed ? "\($0.key) \($0.value.brief)" : $0.value.brief }
          .joined(separator: " ")
      } ?? brief
    return text.count <= 40 ? text : "\(text.prefix(39))…"
  }

  private var brief: String {
    switch self {
    case .string(let text):
      let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      return isPlain ? text : description
    case .array(let elements): return "[\(elements.map(\.brief).joined(separator: " "))]"
    case .object(let object):
      // Rows of a list: their values are told apart by their places.
      if object.count > 1, object.keys.contains("id") {
        return object.map(\.value.brief).joined(separator: ":")
      }
      return "{\(object.map { "\($0.key) \($0.value.brief)" }.joined(separator: " "))}"
    default: return description
    }
  }
}
