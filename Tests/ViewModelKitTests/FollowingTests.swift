import JSON
import Observation
import Synchronization
import Testing

@testable import ViewModelKit

/// A change evaluates what it concerns, and nothing else.
struct FollowingTests {
  @Observable
  final class Sides: ViewModel {
    var left = 0
    var right = 0
    @ObservationIgnored var evaluated: [String] = []

    var leftText: String {
      evaluated.append("left")
      return "\(left)"
    }

    var rightText: String {
      evaluated.append("right")
      return "\(right)"
    }

    static let interface = Interface<Sides> {
      output("left", \.leftText)
      output("right", \.rightText)
    }
  }

  nonisolated private final class Observer: ViewModelObserver {
    let told = Mutex<[[Int]]>([])
    func outputsDidChange(at indices: [Int]) { told.withLock { $0.append(indices) } }
    func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {}
    func workDidFail(_ error: any Error) {}
  }

  private let sides = Sides()
  private let observer = Observer()
  private let hosted: HostedViewModel

  init() throws {
    let catalog = Catalog { [sides] in viewModel("sides", { sides }) }
    hosted = try catalog.make("sides")
    _ = hosted.activate(observer)
  }

  /// Ends a turn; gives what was evaluated in it, and what is to be looked at in the next.
  private func settle(areExpected: Bool = false) -> (evaluated: [String], unfollowed: [Int]) {
    sides.evaluated = []
    var writer = JSONWriter()
    var unfollowed: [Int] = []
    for indices in observer.told.withLock({ $0 }) {
      unfollowed += hosted.writeChanges(of: indices, to: &writer, areExpected: areExpected) {
        Issue.record("output \($0): \($1)")
      }
    }
    observer.told.withLock { $0 = [] }
    return (sides.evaluated, unfollowed)
  }

  @Test func eachOutputIsEvaluatedOnceAtTheStart() {
    #expect(sides.evaluated == ["left", "right"])
  }

  @Test func outputsWithDifferentSourcesPart() {
    for _ in 0..<2 {
      sides.left += 1
      #expect(settle().evaluated == ["left", "right"], "until it shows they are followed together")
    }
    for _ in 0..<3 {
      sides.left += 1
      #expect(settle().evaluated == ["left"])
    }
    sides.right += 1
    #expect(settle().evaluated == ["right"])
  }

  @Test func outputsThatChangeTogetherAreToldOfOnce() {
    sides.left += 1
    sides.right += 1
    #expect(observer.told.withLock { $0 } == [[0, 1]])
    _ = settle()
    sides.right += 1
    sides.left += 1
    #expect(observer.told.withLock { $0 } == [[0, 1]])
  }

  /// Whoever looks at once, on another thread, must find what it was told of.
  @Test func theNewValueIsThereWhenItIsTold() throws {
    nonisolated final class Reader: ViewModelObserver {
      let sides: Sides
      let seen = Mutex<[Int]>([])
      init(_ sides: Sides) { self.sides = sides }
      func outputsDidChange(at indices: [Int]) {
        let left = MainActor.assumeIsolated { sides.left }
        seen.withLock { $0.append(left) }
      }
      func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {}
      func workDidFail(_ error: any Error) {}
    }
    let reader = Reader(sides)
    let catalog = Catalog { [sides] in viewModel("sides", { sides }) }
    let hosted = try catalog.make("sides")
    _ = hosted.activate(reader)
    sides.left += 1
    #expect(reader.seen.withLock { $0 } == [1])
  }

  @Test func whatIsExpectedToChangeIsNotFollowed() {
    sides.left += 1
    sides.right += 1
    #expect(settle(areExpected: true).unfollowed == [0, 1])
    sides.left += 1
    #expect(observer.told.withLock { $0 } == [])
  }
}
