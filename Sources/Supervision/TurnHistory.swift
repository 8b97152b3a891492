#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import JSONRPC
  import OperatingSystem

  /// The causes of a session's turns, from its journal up to an index: the turns that the session
  /// has, and those that were undone and can be redone.
  struct TurnHistory {
    /// A cause, with its turns.
    private struct Entry {
      /// The start of its record and the end of its last record, in words.
      let (start, end): (Int, Int)
      /// The number of its last turn.
      let turn: Int
      let cause: String
      let line: LineContent?
      /// Whether it contains an input that has had an effect.
      let isStep: Bool
      /// Whether undone turns cannot be redone after it.
      var isChange: Bool { isStep || line?.isChange ?? false }
    }

    /// The first entry is the limit of all rewinds.
    private let entries: [Entry]
    /// The entries that were undone, if they can be redone.
    private let undone: [Entry]
    /// What to skip in the records, as in a ``RewindPlan``.
    private let current: [Int]
    /// What to skip in the records before any rewind, for redo.
    private let tip: [Int]
    private let lines: Int

    /// - Parameters:
    ///   - limit: the index of the first record to ignore, in words.
    ///   - lineLimit: the longest input line of the session, in bytes.
    init(of journal: Journal, before limit: Int, lineLimit: Int) throws {
      let beginning = try journal.beginning()
      var reader = try JournalReader(journal.records, from: try journal.origin()?.index ?? 0)
      var input = FileMessages(journal.input, from: beginning.input, limit: lineLimit)
      var (all, lines, before): ([Entry], Int, Int) = ([], 0, 0)
      var open: (start: Int, cause: String, line: LineContent?)?
      var last: (rewound: RewindPlan, start: Int)?
      while reader.index < limit {
        let start = reader.index
        guard let record = reader.next() else { break }
        if case .rewound(let rewound) = record { last = (rewound.plan, start) }
        // A session cannot be rewound to a turn with another frontend.
        guard start >= beginning.end else {
          before = record.lastTurn ?? before
          continue
        }
        switch record {
        case .pipe, .time, .position, .origin, .resumed, .rewound: break
        case .settled(let digest, let isStep):
          guard let (start, cause, line) = open.take() else { break }
          all.append(
            Entry(
              start: start, end: reader.index, turn: digest.turn, cause: cause, line: line,
              isStep: isStep && line?.hasStep ?? false))
        default:
          open = (start, record.cause, nil)
          guard record.isLine, let line = input.next() ?? input.finish() else { break }
          lines += 1
          open?.line = LineContent(line)
        }
      }
      self.lines = lines
      let current = last.map { $0.rewound.kept + [$0.start] } ?? []
      self.current = current
      let first = Entry(
        start: beginning.index, end: beginning.end, turn: before, cause: "", line: nil,
        isStep: false)
      entries = [first] + all.filter { RewindPlan.part(current, contains: $0.start) }
      if let (plan, start) = last, start >= beginning.end,
        !all.contains(where: { $0.start > start && $0.isChange })
      {
        tip = plan.tip
        undone = all.filter {
          $0.start >= plan.end && RewindPlan.part(plan.tip, contains: $0.start)
        }
      } else {
        tip = current + [limit]
        undone = []
      }
    }

    private var last: Entry { entries[entries.count - 1] }

    /// Returns the result of `session/turns`.
    func turns(_ count: Int) -> JSONValue {
      TurnsRequest.result(
        turn: last.turn,
        turns: counted(entries[1...], after: entries[0]).suffix(count).map(Self.turn),
        undone: counted(undone[...], after: last).prefix(count).map(Self.turn))
    }

    /// Returns the entries that are turns of their own.
    private func counted(_ entries: ArraySlice<Entry>, after last: Entry) -> [Entry] {
      var last = last.turn
      return entries.filter { entry in
        defer { last = entry.turn }
        return entry.turn != last
      }
    }

    private static func turn(_ entry: Entry) -> TurnsRequest.Turn {
      TurnsRequest.Turn(
        entry.turn, entry.cause, entry.line?.messages ?? [], isStep: entry.isStep)
    }

    /// Returns the records of the session in an earlier state.
    func plan(_ target: RewindTarget) throws(RPCError) -> RewindPlan {
      let (last, isUndone) = try find(target)
      if let start = entries.first(where: { $0.line?.begins ?? false }), last.turn < start.turn {
        throw Self.unknown(last.turn, "the conversation begins with turn \(start.turn)")
      }
      let part = isUndone ? tip : current
      return RewindPlan(
        kept: part.prefix { $0 < last.end } + [last.end], tip: tip, lines: lines, turn: last.turn)
    }

    /// Returns the end of the records of a turn, or of the last one if that is earlier, in words.
    func end(ofTurn number: Int) throws(RPCError) -> Int { (try entry(ofTurn: number) ?? last).end }

    /// - Returns: `nil` when the session does not have that turn.
    private func entry(ofTurn number: Int) throws(RPCError) -> Entry? {
      guard number >= entries[0].turn else {
        throw Self.unknown(number, "the journal begins with turn \(entries[0].turn)")
      }
      return entries.first { $0.turn >= number }
    }

    /// Returns the last cause of the target state, and whether it was undone.
    private func find(
      _ target: RewindTarget
    ) throws(RPCError) -> (last: Entry, isUndone: Bool) {
      switch target {
      case .turn(let number):
        if let entry = try entry(ofTurn: number) { return (entry, false) }
        if let entry = undone.first(where: { $0.turn >= number }) { return (entry, true) }
        throw Self.unknown(number, "the last turn is \((undone.last ?? last).turn)")
      case .undo:
        guard let step = entries.lastIndex(where: \.isStep) else {
          throw RPCError(.invalidRequest, "There is nothing to undo")
        }
        // Entries that are no turns of their own do not change the state.
        let turn = entries[step - 1].turn
        return (entries.first { $0.turn == turn } ?? entries[step - 1], false)
      case .redo:
        guard let step = undone.firstIndex(where: \.isStep) else {
          throw RPCError(.invalidRequest, "There is nothing to redo")
        }
        let next = undone[(step + 1)...].firstIndex(where: \.isStep) ?? undone.endIndex
        return (undone[next - 1], true)
      }
    }

    private static func unknown(_ turn: Int, _ reason: String) -> RPCError {
      RPCError(invalidParamsAt: ["turn"], "the session cannot go to turn \(turn): \(reason)")
    }
  }

  /// The contents of a line by which people recognize it.
  private struct LineContent {
    private(set) var messages: [JSONValue] = []
    /// Whether it contains an input that counts as a step.
    private(set) var hasStep = false
    /// Whether instances may be created or disposed in it.
    private(set) var isChange = false
    /// Whether it contains `initialize`.
    private(set) var begins = false

    init(_ line: Frame) {
      guard case .complete(let bytes) = line else { return }
      MemberIndex.read(bytes, goingInto: Message.indexedKey) { text, _ in
        guard case .success(let text) = text else { return }
        for message in text.elements?.prefix(Session.batchLimit).map(Message.init) ?? [
          Message(text)
        ] {
          take(message)
        }
      }
    }

    private mutating func take(_ message: Message) {
      let method: String
      let params: IndexedValue?
      switch message {
      case .request(_, let name, let given), .notification(let name, let given):
        (method, params) = (name.string, given)
      case .response(let id, _):
        return messages.append(["response": id.json])
      default: return
      }
      var members: JSONObject = ["method": .string(method)]
      for name: StaticString in ["id", "input"] {
        if let value = params?[name]?.json { members[name.description] = value }
      }
      messages.append(.object(members))
      switch method {
      case InputNotification.method.description, CallRequest.method:
        if params?["step"]?.json != false { hasStep = true }
      case CreateRequest.method, DisposeRequest.method: isChange = true
      case InitializeRequest.method: begins = true
      default: break
      }
    }
  }

  extension JournalRecord {
    /// The number of the last turn after this record; `nil` where that has not changed.
    var lastTurn: Int? {
      switch self {
      case .settled(let digest, _): digest.turn
      case .rewound(let rewound): rewound.plan.turn
      case .origin(let origin): Int(origin.session["turn"]?.integerValue ?? 0)
      default: nil
      }
    }

    /// The kind of cause, as in `session/turns`.
    fileprivate var cause: String {
      switch self {
      case .line, .lost, .end: "line"
      case .timer: "timer"
      case .completion, .steps, .arrival: "task"
      default: "host"
      }
    }
  }
#endif
