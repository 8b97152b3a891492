import Contracts
import Hosting
import JSON
import Observation
import Reactive
import Synchronization
import TestSupport
import Testing

@testable import ViewModelKit

/// What can stand in an ``Interface``, each form with what goes over the wire.
@Suite struct MemberTests {
  enum Fault: Error { case net }
  struct User: Codable, Equatable { let id: Int }

  private let observer = NotingObserver()

  /// An active instance of a ViewModel with an interface.
  private func hosted<VM>(
    _ viewModel: VM, @InterfaceBuilder<VM> _ members: () -> [InterfaceLine<VM>]
  ) throws -> HostedViewModel {
    let interface = Interface(members)
    let hosted = try Catalog {
      ViewModelKit.viewModel("it", { viewModel }, interface: interface)
    }.make("it")
    #expect(hosted.activate(observer).isEmpty)
    return hosted
  }

  private func state(_ hosted: HostedViewModel) -> [JSONValue] {
    var writer = JSONWriter()
    #expect(hosted.endTurn(told: hosted.outputs.indices, to: &writer) == [])
    #expect(observer.failures == [])
    return hosted.outputs.map(\.json)
  }

  /// Runs an input to its end.
  private func call(
    _ hosted: HostedViewModel, _ name: String, _ arguments: JSONValue? = nil
  ) async throws -> JSONValue {
    defer { #expect(observer.failures == []) }
    let index = try #require(hosted.description.input(named: name))
    switch try hosted.invoke(index, arguments) {
    case .finished(let returned): return returned.json
    case .running(let operation): return try await operation().json
    }
  }

  // MARK: Inputs

  final class Inputs {
    var text = ""
    var limit: Int?
    let moved = PublishRelay<(Int, String)>()
    let observer: AnyObserver<(Int, Int)>
    let points = BehaviorRelay(value: "")
    var inputs: Inputs { self }

    init() {
      observer = AnyObserver { [points] event in
        if let point = event.element { points.accept("\(point.0),\(point.1)") }
      }
    }

    func load(page: Int) async throws -> User {
      await Task.yield()
      if page < 1 { throw Fault.net }
      return User(id: page)
    }
    func load(name: String) -> String { name }
  }

  @Test func aWrittenOutInputMayWait() async throws {
    let hosted = try hosted(Inputs()) {
      input("load", "page") { viewModel, page in
        try await viewModel.inputs.load(page: page)
      }
      input("loadTwice", "page") { (viewModel, page: Int) in
        let first = try await viewModel.load(page: page)
        return try await viewModel.load(page: first.id + 1)
      }
    }
    #expect(try await call(hosted, "load", [3]) == ["id": 3])
    #expect(try await call(hosted, "loadTwice", [3]) == ["id": 4])
    #expect(hosted.description.inputs.map(\.isAsync) == [true, true])
    await #expect(throws: Fault.net) { try await call(hosted, "load", [0]) }
    await #expect(throws: ArgumentError.self) { try await call(hosted, "load", ["one"]) }
  }

  @Test func aMethodIsChosenByItsLabelOrItsType() async throws {
    let hosted = try hosted(Inputs()) {
      input("page", Inputs.load(page:), "page")
      input("name", Inputs.load as (Inputs) -> (String) -> String, "name")
    }
    #expect(try await call(hosted, "page", [3]) == ["id": 3])
    #expect(try await call(hosted, "name", ["n"]) == "n")
  }

  @Test func aPropertyIsSet() async throws {
    let viewModel = Inputs()
    let hosted = try hosted(viewModel) {
      input("text", \.text)
      input("setLimit", \.limit, "limit")
    }
    #expect(try await call(hosted, "text", ["text": "a"]) == .null)
    #expect(try await call(hosted, "setLimit", ["limit": 3]) == .null)
    #expect(viewModel.text == "a")
    #expect(viewModel.limit == 3)
    _ = try await call(hosted, "setLimit")
    #expect(viewModel.limit == nil)
    await #expect(throws: ArgumentError.self) { try await call(hosted, "text") }
  }

  @Test func aTupleTakesAnArgumentForEachPart() async throws {
    let viewModel = Inputs()
    let hosted = try hosted(viewModel) {
      input("move", \.moved, "row", "section")
      input("point", \.observer, "x", "y")
      output("points", \.points)
      event("moved", \.moved)
    }
    _ = try await call(hosted, "move", ["section": "b", "row": 2])
    _ = try await call(hosted, "point", [3, 4])
    #expect(state(hosted) == ["3,4"])
    #expect(observer.events == [#"0 [2,"b"]"#])
    await #expect(throws: ArgumentError.self) { try await call(hosted, "move", [2]) }
  }

  actor Counter {
    private var count = 0
    func add(_ number: Int) -> Int {
      count += number
      return count
    }
  }

  @Test func anActorsMethodsAreWrittenOut() async throws {
    let hosted = try hosted(Counter()) {
      input("add", "number") { counter, number in await counter.add(number) }
    }
    _ = try await call(hosted, "add", [2])
    #expect(try await call(hosted, "add", [3]) == 5)
  }

  // MARK: Events

  protocol Delegate: AnyObject {
    func didFinish(_ number: Int)
  }

  final class Events {
    var onMove: (Int, String) -> Void = { _, _ in }
    var onFinish: (@Sendable (Int) -> Void)?
    var onError: ((any Error) -> Void)?
    weak var delegate: (any Delegate)?
    let errors = PublishRelay<any Error>()
    let faults = PublishSubject<Fault>()
  }

  struct Move: Encodable {
    let row: Int
    let section: String
  }

  final class Forwarder: Delegate {
    let send: EventSender<Int>
    init(_ send: EventSender<Int>) { self.send = send }
    func didFinish(_ number: Int) { send(number) }
  }

  @Test func anEventIsWrittenOut() throws {
    let viewModel = Events()
    var forwarder: Forwarder?
    let hosted = try hosted(viewModel) {
      event("moved") { (viewModel, send: EventSender<Move>) in
        viewModel.onMove = { send(Move(row: $0, section: $1)) }
      }
      event("finished") { (viewModel, send: EventSender<Int>) in
        viewModel.onFinish = { number in MainActor.assumeIsolated { send(number) } }
      }
      event("delegated") { (viewModel, send: EventSender<Int>) in
        forwarder = Forwarder(send)
        viewModel.delegate = forwarder
      }
    }
    viewModel.onMove(1, "a")
    viewModel.onFinish?(2)
    viewModel.delegate?.didFinish(3)
    let told = [#"0 {"row":1,"section":"a"}"#, "1 2", "2 3"]
    #expect(observer.events == told)
    _ = hosted
  }

  @Test func anErrorIsReportedAsItsSentence() throws {
    let viewModel = Events()
    let hosted = try hosted(viewModel) {
      event("error", \.onError)
      event("errors", \.errors)
      event("faults", \.faults)
    }
    viewModel.onError?(Fault.net)
    viewModel.errors.accept(Fault.net)
    viewModel.faults.onNext(.net)
    #expect(observer.events == [#"0 "net""#, #"1 "net""#, #"2 "net""#])
    #expect(hosted.description.events == ["error", "errors", "faults"])
    let schemas = hosted.description.interface.events.map { $0.schema(SchemaProbe()) }
    #expect(schemas == Array(repeating: ["type": "string"], count: 3))
  }

  // MARK: Outputs

  struct CodedFault: Error, Codable, Equatable { let code: Int }

  @Observable final class Errors {
    var error: (any Error)?
    var fault: Fault? = .net
    var coded: CodedFault? = CodedFault(code: 4)
    @ObservationIgnored let last = BehaviorRelay<(any Error)?>(value: nil)
    @ObservationIgnored let first = BehaviorRelay<any Error>(value: Fault.net)
  }

  @Test func anErrorIsAnOutput() throws {
    let viewModel = Errors()
    let hosted = try hosted(viewModel) {
      output("error", \.error)
      output("fault", \.fault)
      output("coded", \.coded)
      output("last", \.last)
      output("first", \.first)
    }
    #expect(state(hosted) == [.null, "net", ["code": 4], .null, "net"])
    viewModel.error = Fault.net
    viewModel.fault = nil
    viewModel.last.accept(Fault.net)
    viewModel.first.accept(CodedFault(code: 1))
    #expect(
      state(hosted) == ["net", .null, ["code": 4], "net", .string("\(CodedFault(code: 1))")])
  }

  // MARK: The builder

  @Observable class Screen {
    var title = "T"
    @ObservationIgnored var onClose: (() -> Void)?
    func close() { onClose?() }

    static let members = Interface<Screen> {
      input("close", Screen.close)
      output("title", \.title)
      event("closed", \.onClose)
    }
  }

  @Observable final class Login: Screen {
    var name = "n"
  }

  @Test func aSubclassHasTheMembersOfItsBase() async throws {
    let viewModel = Login()
    let hosted = try hosted(viewModel) {
      Screen.members
      input("name", \.name)
      output("name", \.name)
    }
    #expect(state(hosted) == ["T", "n"])
    viewModel.title = "U"
    _ = try await call(hosted, "name", ["m"])
    #expect(state(hosted) == ["U", "m"])
    _ = try await call(hosted, "close")
    #expect(observer.events == ["0 null"])
    weak let object = viewModel
    hosted.tearDown()
    #expect(object?.onClose == nil)
  }

  @Test(arguments: [false, true]) func membersDependOnConditions(isDebug: Bool) throws {
    let names = ["a", "b"]
    let note: String? = isDebug ? "note" : nil
    let interface = Interface<Inputs> {
      if isDebug {
        output("debug", \.text)
      } else {
        output("release", \.text)
      }
      for name in names { input(name, \.text) }
      if let note { event(note, \.moved) }
      if #available(macOS 15, *) { output("new", \.limit) }
    }
    #expect(interface.inputs.map(\.name) == ["a", "b"])
    #expect(interface.outputs.map(\.name) == [isDebug ? "debug" : "release", "new"])
    #expect(interface.events.map(\.name) == (isDebug ? ["note"] : []))
  }

  @Test(arguments: [false, true]) func entriesDependOnConditions(isDebug: Bool) {
    let interface = Interface<Inputs> {}
    let catalog = Catalog {
      if isDebug {
        viewModel("debug", Inputs.init, interface: interface)
      } else {
        viewModel("release", Inputs.init, interface: interface)
      }
      for name in ["a", "b"] { viewModel(name, Inputs.init, interface: interface) }
      if isDebug { viewModel("more", Inputs.init, interface: interface) }
      if #available(macOS 15, *) { viewModel("new", Inputs.init, interface: interface) }
    }
    #expect(
      catalog.entries.map(\.name)
        == [isDebug ? "debug" : "release", "a", "b"] + (isDebug ? ["more"] : []) + ["new"])
  }
}
