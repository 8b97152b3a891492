import JSON
import ViewModelHost

/// One thing that a frontend does or sees in a conversation.
nonisolated struct Moment: Hashable, Sendable {
  /// What sort of thing.
  enum Kind: Hashable, Sendable {
    // What the frontend does.
    case input
    /// It answers a service; an error if the text says so.
    case answer(isError: Bool)
    /// It creates, disposes, observes, or asks for a snapshot.
    case request
    /// It cancels an input that it has called.
    case giveUp

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
    /// An input that was called has been cancelled.
    case cancelled
    /// An input or a request is refused, an error has reached nobody, an instance is gone.
    case fault
  }

  let kind: Kind
  /// The instance that it is about; empty if none.
  let instance: String
  /// The input, output, event or service; of a fault its sort.
  let name: String
  /// The value or the arguments for people; empty for none.
  let text: String
  /// Which of the requests of that service it is about, from 1; 0 for anything else.
  let number: Int

  /// What a terminal would obey is written as ``VisibleText`` writes it.
  init(_ kind: Kind, _ name: String, of instance: String, _ text: String = "", number: Int = 0) {
    self.kind = kind
    self.instance = VisibleText.inOneLine(instance)
    self.name = VisibleText.inOneLine(name)
    self.text = VisibleText.inOneLine(text)
    self.number = number
  }

  /// What comes of a call of a service later.
  func followed(by kind: Kind, _ text: String = "") -> Moment {
    Moment(kind, name, of: instance, text, number: number)
  }

  /// What it looks like in a list: `foos = [f1 f2]`, or `f.foos = [f1 f2]` with the instance. The calls of a service
  /// are numbered for all instances.
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
    case .giveUp: return "cancels \(name)"
    case .cancelled: return "\(name) is cancelled"
    case .value: return text.isEmpty ? "\(name) is done" : "\(name) gives\(words)"
    case .fault: return "\(name):\(words)"
    }
  }
}

nonisolated extension JSONValue {
  /// The value in few letters, for people: `[a:A b:B]`, `{id 1}`, `f1`. Not more than 40; `…` stands for the rest.
  func words() -> String { Self.shortened(brief) }

  /// The values of an object's members, for arguments: `1`, `page 2`.
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
      // Rows of a list: their values are told apart by their places.
      if object.count > 1, object.keys.contains("id") {
        return object.map(\.value.brief).joined(separator: ":")
      }
      return "{\(object.map { "\($0.key) \($0.value.brief)" }.joined(separator: " "))}"
    default: return description
    }
  }
}
