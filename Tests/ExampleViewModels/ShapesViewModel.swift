import Observation
import Reactive
import ViewModelKit

/// Types of many forms, for what `viewModel/describe` says of them.
@Observable
final class ShapesViewModel {
  enum Level: String, Codable { case low, high }

  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case text(String, Level)
    case empty
  }

  /// Contains itself.
  nonisolated final class Node: Codable {
    let name: String
    let next: Node?
  }

  private(set) var shapes: [Shape] = []
  private(set) var names: [String] = []
  private(set) var levels: [Int: Level] = [:]
  private(set) var level: Level?
  private(set) var range = 0...0
  let last = PublishRelay<Shape>()
  let count = BehaviorRelay(value: 0)

  func draw(_ shape: Shape, at level: Level?) {
    shapes.append(shape)
    levels[shapes.count] = level ?? .low
    self.level = level
    range = 0...shapes.count
    last.accept(shape)
    count.accept(shapes.count)
  }

  func follow(_ node: Node) {
    names = sequence(first: node) { $0.next }.map(\.name)
  }
}

extension ShapesViewModel: ViewModel {
  static let interface = Interface<ShapesViewModel> {
    input("draw", ShapesViewModel.draw, "shape", "level")
    input("follow", ShapesViewModel.follow, "node")
    output("shapes", \.shapes)
    output("names", \.names)
    output("levels", \.levels)
    output("level", \.level)
    output("range", \.range)
    output("last", \.last)
    output("count", \.count)
  }
}
