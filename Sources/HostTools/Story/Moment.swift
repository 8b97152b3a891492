import JSON
import ViewModelHost

/// One thing that a frontend does or sees in a conversation.
nonisolated struct Moment: Hashable, Sendable {
  /// The kind of action or effect.
  enum Kind: Hashable, Sendable {
    // Actions of the frontend.
    case input
    /// It answers a service call.
    case answer(isError: Bool)
    /// It creates, disposes, observes, or asks for a snapshot.
    case request
    /// It cancels an input that it has called.
    case cancelInput

    // Effects of the host.
    /// An output of a new instance.
    case start
    case output
    case event
    /// It calls a service, or cancels such a call.
    case ask
    case cancel
    /// The result of a called input.
    case value
    /// A called input was cancelled.
    case cancelled
    /// An input or a request was rejected, a ViewModel has failed, or an instance was closed.
    case fault
  }

  let kind: Kind
  /// The id of the instance; empty without one.
  let instance: String
  /// The name of the input, output, event or service, or the sort of fault.
  let name: String
  /// The value or arguments in readable form; empty without one.
  let text: String
  /// The number of the service call, from 1; 0 for other kinds.
  let number: Int

  /// Control characters are replaced as ``VisibleText`` writes them.
  init(_ kind: Kind, _ name: String, of instance: String, _ text: String = "", number: Int = 0) {
    self.kind = kind
    self.instance = VisibleText.inOneLine(instance)
    self.name = VisibleText.inOneLine(name)
    self.text = VisibleText.inOneLine(text)
    self.number = number
  }

  /// A later moment of the same service call.
  func followed(by kind: Kind, _ text: String = "") -> Moment {
    Moment(kind, name, of: instance, text, number: number)
  }

  /// A line of a list: `foos = [f1 f2]`, or `f.foos = [f1 f2]` with the instance. Calls of a
  /// service are numbered across instances.
  func sentence(namesInstance: Bool = false) -> String {
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
    case .cancelInput: return "cancels \(name)"
    case .cancelled: return "\(name) is cancelled"
    case .value: return text.isEmpty ? "\(name) is done" : "\(name) gives\(words)"
    case .fault: return "\(name):\(words)"
    }
  }
}

nonisolated extension JSONValue {
  /// The value in at most 40 readable characters: `[a:A b:B]`, `{id 1}`, `f1`; `…` replaces the
  /// rest.
  func words() -> String { Self.shortened(brief) }

  /// The values of an object's members as arguments: `1`, `page 2`.
  func argumentWords(isNamed: Bool) -> String {
    guard let object = objectValue else { return words() }
    let texts = object.map { isNamed ? "\($0.key) \($0.value.brief)" : $0.value.brief }
    return Self.shortened(texts.joined(separator: " "))
  }

  private static func shortened(_ text: String) -> String {
    text.count <= 40 ? text : "\(text.prefix(39))…"
  }

  private var brief: String {
    switch self {
    case .string(let text):
      let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      return isPlain ? text : description
    case .array(let elements): return "[\(elements.map(\.brief).joined(separator: " "))]"
    case .object(let object):
      // Rows of a list need no member names: the order distinguishes their values.
      if object.count > 1, object.keys.contains("id") {
        return object.map(\.value.brief).joined(separator: ":")
      }
      return "{\(object.map { "\($0.key) \($0.value.brief)" }.joined(separator: " "))}"
    default: return description
    }
  }
}
