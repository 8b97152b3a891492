import Reactive
import ReactiveTesting
import TestSupport
import Testing

/// Random chains of operators do what a reference says that is written without subscriptions.
struct PipelineLawTests {
  /// Makes chains; always the same ones of one seed.
  private struct Generator {
    private var numbers: SeededGenerator
    private var sources = 0
    private var delays = 0

    init(seed: Int) { numbers = SeededGenerator(seed: UInt64(seed)) }

    /// A number below the limit.
    private mutating func random(_ limit: Int) -> Int { Int(numbers.next() % UInt64(limit)) }

    /// Its events are whole seconds, of which each source has others.
    private mutating func source() -> Pipeline {
      switch random(8) {
      case 0: return .cold("just", .just(6), [.next(6), .completed])
      case 1: return .cold("empty", .empty(), [.completed])
      case 2: return .cold("error", .error(TestError()), [.error(TestError())])
      default: break
      }
      sources += 1
      let number = sources
      var events: Trace = (0..<random(6)).map { .next(($0 * 16 + number) * 1_000, random(10)) }
      let end = (events.count * 16 + number) * 1_000
      switch random(3) {
      case 0: events.append(.completed(end))
      case 1: events.append(.error(end))
      default: break
      }
      let drawing = events.map { "\($0)" }.joined(separator: " ")
      return .hot("hot[\(drawing)]", events)
    }

    mutating func pipeline(depth: Int) -> Pipeline {
      if depth == 0 { return source() }
      switch random(8) {
      case 0...3:
        // Each delay has a bit of its own, so that no two ways take the same time.
        delays += 1
        let delay = random(20) * 1_000 + 1 << (delays % 9)
        return Pipeline.unary[random(Pipeline.unary.count)](pipeline(depth: depth - 1), delay)
      case 4...6:
        let (left, right) = (pipeline(depth: depth - 1), pipeline(depth: random(depth)))
        return Pipeline.binary[random(Pipeline.binary.count)](left, right)
      default:
        let (outer, inner) = (pipeline(depth: depth - 1), source())
        return Pipeline.flattening[random(Pipeline.flattening.count)](outer, inner)
      }
    }
  }

  @Test func chainsDoWhatTheReferenceSays() {
    var elements = 0
    for seed in 1...2_000 {
      var generator = Generator(seed: seed)
      let pipeline = generator.pipeline(depth: 1 + seed % 7)
      let scheduler = TestScheduler()
      let source = pipeline.build(scheduler)
      let events = scheduler.record(until: 1_000_000) { source }
      let expected = pipeline.trace(0)
      elements += expected.count
      #expect(events == expected, "\(seed): \(pipeline.description)")
    }
    #expect(elements > 2_000)
  }
}
