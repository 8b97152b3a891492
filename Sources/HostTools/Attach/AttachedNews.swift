import JSON
import OperatingSystem
import ViewModelHost

/// Notifications of the host: kept for a script, or written to standard error.
struct AttachedNews {
  /// Whether news waits for ``take()``. Otherwise failures go to standard error, and changes are
  /// dropped.
  var isKept = false
  private var waiting: [JSONValue] = []
  private var lost = 0

  /// The most entries that are kept. Beyond it the older half is dropped, and counted.
  private static let limit = 100_000

  var isEmpty: Bool { waiting.isEmpty }

  /// Removes and returns all entries, in order.
  mutating func take() -> JSONValue {
    defer { (waiting, lost) = ([], 0) }
    let gap: [JSONValue] =
      lost == 0 ? [] : [["news": "lost", "count": .integer(Int64(lost))]]
    return .array(gap + waiting)
  }

  mutating func add(_ one: JSONValue) {
    guard isKept else { return }
    if waiting.count >= Self.limit {
      waiting.removeFirst(Self.limit / 2)
      lost += Self.limit / 2
    }
    waiting.append(one)
  }

  /// Adds the changes and events in one entry of an update.
  mutating func add(update entry: JSONValue) {
    let id = entry["id"] ?? .null
    if let patch = entry["patch"] {
      add(["news": "change", "id": id, "revision": entry["revision"] ?? .null, "patch": patch])
    }
    for event in entry.list("events") {
      add([
        "news": "event", "id": id, "event": event["event"] ?? .null,
        "value": event["value"] ?? .null,
      ])
    }
    if let count = entry["droppedEvents"] { add(["news": "dropped", "id": id, "count": count]) }
  }

  /// - Parameter kind: `rejected` or `failed`.
  mutating func add(failure kind: String, _ params: JSONValue) {
    let error = params["error"] ?? .null
    let what = ["id", "input", "call"].compactMap { params[$0]?.stringValue }
    warn("\((what + ["\(kind): \(error.text("message"))"]).joined(separator: " "))")
    var one: JSONObject = ["news": .string(kind)]
    for name in ["id", "input", "call"] { one[name] = params[name] }
    one["code"] = error["code"]
    one["message"] = error["message"]
    add(.object(one))
  }

  mutating func add(log params: JSONValue) {
    warn("\(params.text("level")): \(params.text("message"))")
    add(["news": "log", "level": params["level"] ?? .null, "message": params["message"] ?? .null])
  }

  mutating func add(restart params: JSONValue) {
    warn("the host continues in another process: \(params.text("reason"))")
    var one: JSONObject = ["news": "restarted"]
    for (name, value) in params.objectValue ?? [:] { one[name] = value }
    add(.object(one))
  }

  private func warn(_ words: String) {
    if isKept { return }
    Descriptor.standardError.warn("viewmodel-host: \(VisibleText.inOneLine(words))\n")
  }
}
