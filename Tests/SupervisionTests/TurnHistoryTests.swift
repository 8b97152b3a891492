#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import JSONRPC
  import OperatingSystem
  import Testing

  @testable import Supervision

  /// Which turns undo and redo go to, and what is left out of the records then.
  @Suite final class TurnHistoryTests {
    private let journal: Journal
    private var file: JournalFile
    private var turn = 0
    /// Where the records of each cause end, in words.
    private var ends: [Int] = []

    init() throws {
      journal = try Journal()
      file = try JournalFile(journal.records, at: 0)
    }

    /// Whatever the state has in place of what was in it: there is a session, or an error.
    @Test func noStateEndsTheProcess() throws {
      try line("viewModel/input")
      let words = try MappedWords(of: journal.state, at: 0, count: 512)
      for index in 0..<32 {
        let old = words[index]
        let bytes = (0..<8).flatMap { [old | 0xFF << ($0 * 8), old & ~(0xFF << ($0 * 8))] }
        for word in (0..<64).map({ old ^ 1 << $0 }) + bytes {
          words[index] = word
          _ = try? journal.cutDamage()
          _ = try? TurnHistory(of: journal, before: .max, lineLimit: 1000)
        }
        words[index] = old
      }
      #expect(try journal.cutDamage() == nil)
    }

    /// A line, and what came of it.
    private func line(
      _ method: String, _ members: String = "", turns: Int = 1, isStep: Bool = true
    ) throws {
      let params = #"{"id":"c"\#(members)}"#
      let text = "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}\n"
      try journal.input.writeAll(text, as: "input")
      try cause(.line(check: 0, at: 0), turns: turns, isStep: isStep)
    }

    private func cause(_ record: JournalRecord, turns: Int = 1, isStep: Bool = false) throws {
      turn += turns
      try file.append(record)
      try file.append(.settled(JournalRecord.Digest(turn: turn), isStep: isStep))
      ends.append(file.index)
    }

    /// The session continues from where a plan leaves it.
    private func take(_ plan: RewindPlan) throws {
      turn = plan.turn
      let digest = JournalRecord.Digest(turn: turn)
      try file.append(
        .rewound(Rewound(plan: plan, id: .integer(1), countBefore: 0, digest: digest)))
    }

    private func plan(_ target: RewindTarget) throws -> RewindPlan {
      try TurnHistory(of: journal, before: file.index, lineLimit: 1000).plan(target)
    }

    /// The ends of the causes of a session that continues the journal.
    private func kept() throws -> [Int] {
      var reader = try JournalReader(journal.records)
      _ = reader.skipUndone()
      var found: [Int] = []
      while let record = reader.next() {
        if case .settled = record { found.append(reader.index) }
      }
      return found
    }

    @Test func undoGoesBeforeTheLastInput() throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try cause(.timer(at: 1))
      try line("viewModel/input")
      try cause(.completion(of: 1, at: 2))
      try line("ping")
      let plan = try plan(.undo)
      #expect(plan.turn == 3)
      #expect(plan.kept == [ends[2]])
      #expect(plan.lines == 4)
      #expect(plan.tip == [file.index])
    }

    @Test(arguments: ["viewModel/input", "viewModel/call"])
    func whatTheFrontendDoesOnItsOwnIsNoStep(method: String) throws {
      try line("viewModel/create")
      try line(method, #","step":false"#)
      #expect(throws: RPCError.self) { try plan(.undo) }
      try line(method, #","step":true"#)
      try line(method, #","step":false"#)
      #expect(try plan(.undo).kept == [ends[1]])
    }

    @Test func whatWasRefusedIsNoStep() throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try line("viewModel/input", isStep: false)
      try take(plan(.undo))
      #expect(try kept() == [ends[0]])
      // Nor is anything lost by it.
      try line("viewModel/call", isStep: false)
      try take(plan(.redo))
      #expect(try kept() == Array(ends[..<3]))
    }

    @Test func whatIsNoTurnIsNotGoneBackTo() throws {
      try line("viewModel/create")
      try cause(.quiet(at: 0), turns: 0)
      try line("viewModel/input")
      #expect(try plan(.undo).kept == [ends[0]])
    }

    @Test func redoGoesToTheEndOfTheNextInput() throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try cause(.timer(at: 1))
      try line("viewModel/call")
      try cause(.timer(at: 2))
      let tip = file.index
      try take(plan(.undo))
      try take(plan(.undo))
      #expect(try kept() == [ends[0]])
      var redo = try plan(.redo)
      #expect(redo.kept == [ends[2]])
      #expect(redo.tip == [tip])
      try take(redo)
      #expect(try kept() == Array(ends[..<3]))
      redo = try plan(.redo)
      #expect(redo.kept == [ends[4]])
      #expect(redo.turn == 5)
      try take(redo)
      #expect(try kept() == ends)
      #expect(throws: RPCError.self) { try plan(.redo) }
    }

    @Test(arguments: ["viewModel/input", "viewModel/call", "viewModel/create", "viewModel/dispose"])
    func afterAChangeNothingIsToRedo(method: String) throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try take(plan(.undo))
      try line("viewModel/snapshot")
      #expect(try plan(.redo).turn == 2)
      try line(method)
      #expect(throws: RPCError.self) { try plan(.redo) }
      #expect(try kept() == [ends[0], ends[2], ends[3]])
    }

    /// What is kept then has a hole, of what was taken back.
    @Test func undoGoesBackOverWhatWasTakenBack() throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try line("viewModel/input")
      try take(plan(.undo))
      try line("viewModel/input")
      try line("viewModel/input")
      let one = try plan(.undo)
      #expect(one.turn == 3)
      try take(one)
      #expect(try kept() == [ends[0], ends[1], ends[3]])
      try take(plan(.undo))
      #expect(try kept() == [ends[0], ends[1]])
      try take(plan(.undo))
      #expect(try kept() == [ends[0]])
      #expect(throws: RPCError.self) { try plan(.undo) }
      for _ in 0..<3 { try take(plan(.redo)) }
      #expect(try kept() == [ends[0], ends[1], ends[3], ends[4]])
    }

    @Test func aTurnIsGoneToByItsNumber() throws {
      try line("initialize", turns: 2)
      try line("viewModel/input", turns: 3)
      try line("viewModel/input")
      #expect(try plan(.turn(2)).kept == [ends[0]])
      #expect(try plan(.turn(4)).kept == [ends[1]])
      #expect(try plan(.turn(4)).turn == 5)
      #expect(throws: RPCError.self) { try plan(.turn(7)) }
      try take(plan(.turn(2)))
      #expect(try plan(.turn(6)).kept == [ends[2]])
    }

    @Test func aTurnEndsWhereTheSessionHasIt() throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try line("viewModel/input", turns: 2)
      try take(plan(.undo))
      try line("viewModel/input")
      let history = try TurnHistory(of: journal, before: .max, lineLimit: 1000)
      let expected = [1: ends[0], 2: ends[1], 3: ends[3], 4: ends[3]]
      for (turn, end) in expected { #expect(try history.end(ofTurn: turn) == end) }
    }

    @Test func nothingGoesBeforeTheBeginning() throws {
      #expect(throws: RPCError.self) { try plan(.undo) }
      #expect(try plan(.turn(0)).kept == [0])
      try line("ping")
      #expect(try plan(.turn(0)).kept == [0])
      #expect(throws: RPCError.self) { try plan(.turn(-1)) }
      #expect(try plan(.turn(1)).kept == [ends[0]])
      try line("initialize")
      try line("viewModel/input")
      for turn in 0...1 { #expect(throws: RPCError.self) { try plan(.turn(turn)) } }
      #expect(try plan(.turn(2)).kept == [ends[1]])
    }

    /// A line with several messages may also create the instance.
    @Test func undoGoesToTheBeginning() throws {
      try line("viewModel/input")
      try take(plan(.undo))
      #expect(turn == 0)
      #expect(try kept() == [])
      try line("viewModel/snapshot")
      #expect(try kept() == [ends[1]])
      try take(plan(.redo))
      #expect(try kept() == [ends[0]])
    }

    /// What another frontend has taken back is left out, but is not there to be had again.
    @Test func nothingGoesToWhereThereWasAnotherFrontend() throws {
      try line("viewModel/create")
      try line("viewModel/input")
      try line("viewModel/input")
      try take(plan(.undo))
      try JournalState(journal.state).frontend = file.index
      try file.append(.resumed(JournalBeginning(input: Int(journal.input.size ?? 0))))
      let beginning = file.index
      #expect(throws: RPCError.self) { try plan(.undo) }
      #expect(throws: RPCError.self) { try plan(.redo) }
      try line("viewModel/input")
      try line("viewModel/input")
      #expect(throws: RPCError.self) { try plan(.turn(1)) }
      #expect(try plan(.turn(2)).kept.last == beginning)
      #expect(try plan(.turn(3)).kept.last == ends[3])
      for turn in [3, 2] {
        let undo = try plan(.undo)
        #expect(undo.turn == turn)
        #expect(undo.lines == 2)
        try take(undo)
        #expect(try kept() == Array([ends[0], ends[1], ends[3]].prefix(turn)))
      }
      #expect(throws: RPCError.self) { try plan(.undo) }
      let turns = try TurnHistory(of: journal, before: file.index, lineLimit: 1000).turns(10)
      #expect(turns["turn"] == 2)
      #expect(turns["turns"] == [])
      #expect(turns["undone"]?.arrayValue?.map { $0["turn"] } == [3, 4])
    }

    @Test func noRewindGoesBehindTheNewBeginningOfTheJournal() throws {
      try JournalState(journal.state).origin = 8
      file = try JournalFile(journal.records, at: 8)
      turn = 7
      try file.append(.origin(JournalOrigin(input: 0, output: 0, session: ["turn": 7])))
      let beginning = file.index
      try line("viewModel/create")
      try line("viewModel/input")
      #expect(throws: RPCError.self) { try plan(.turn(6)) }
      #expect(try plan(.turn(7)).kept == [beginning])
      #expect(try plan(.turn(8)).kept == [ends[0]])
    }

    @Test func turnsAreListed() throws {
      try line("viewModel/create")
      try cause(.quiet(at: 0), turns: 0)
      try line("viewModel/input")
      try cause(.timer(at: 1))
      try take(plan(.undo))
      let history = try TurnHistory(of: journal, before: file.index, lineLimit: 1000)
      #expect(
        history.turns(10)
          == [
            "turn": 1,
            "turns": [
              [
                "turn": 1, "cause": "line",
                "messages": [["method": "viewModel/create", "id": "c"]],
              ]
            ],
            "undone": [
              [
                "turn": 2, "cause": "line",
                "messages": [["method": "viewModel/input", "id": "c"]], "step": true,
              ],
              ["turn": 3, "cause": "timer"],
            ],
          ])
    }
  }
#endif
