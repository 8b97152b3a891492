import Contracts
import JSON
import Reactive
import ReactiveCombine
import Testing

@testable import ViewModelKit

/// A sequence may have no element, and its output is null until the first; some have a current
/// value by their type.
@Suite struct StreamSchemaTests {
  private final class Streams {
    @Published var published = 1
    let relay = BehaviorRelay(value: 1)
    let publishRelay = PublishRelay<Int>()
    let subject = BehaviorSubject(value: 1)
    let currentValue = CurrentValueSubject<Int, Never>(1)
    let observable = Observable<[Int]>.never()
    let driver = Driver<Bool>.empty()
    let optional = BehaviorRelay<String?>(value: nil)
    let lines = AsyncStream<String> { $0.finish() }
  }

  @Test func outputsOfStreamsHaveTheSchemaOfTheirElement() {
    let interface = Interface<Streams> {
      output("published", \.$published)
      output("relay", \.relay)
      output("publishRelay", \.publishRelay)
      output("subject", \.subject)
      output("currentValue", \.currentValue)
      output("observable", \.observable)
      output("driver", \.driver)
      output("optional", \.optional)
      output("started", \.driver, initially: false)
      output("immediate", immediate: \.driver)
      output("lines", \.lines)
      output("startedLines", \.lines, initially: "")
    }
    let schemas = interface.outputs.map { "\($0.name) \($0.schema(SchemaProbe()))" }
    #expect(
      schemas == [
        #"published {"type":"integer"}"#, #"relay {"type":"integer"}"#,
        #"publishRelay {"type":["integer","null"]}"#, #"subject {"type":"integer"}"#,
        #"currentValue {"type":"integer"}"#,
        #"observable {"type":["array","null"],"items":{"type":"integer"}}"#,
        #"driver {"type":["boolean","null"]}"#, #"optional {"type":["string","null"]}"#,
        #"started {"type":"boolean"}"#, #"immediate {"type":"boolean"}"#,
        #"lines {"type":["string","null"]}"#, #"startedLines {"type":"string"}"#,
      ])
  }
}
