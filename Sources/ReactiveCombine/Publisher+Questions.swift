import Reactive

extension Publisher {
  /// The first element for which the closure is true.
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { filter(predicate).first() }

  /// The last element for which the closure is true, when it finishes.
  public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { filter(predicate).last() }

  /// The element with this number, from 0.
  public func output(at index: Int) -> AnyPublisher<Output, Failure> {
    dropFirst(index).first()
  }

  /// Whether the closure is true for any element; true is sent at once, false when it finishes.
  public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Bool, Failure> {
    first(where: predicate).map { _ in true }.replaceEmpty(with: false)
  }

  /// Whether the closure is true for all elements; false is sent at once, true when it finishes.
  public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Bool, Failure> { contains { !predicate($0) }.map { !$0 } }

  /// How many elements there are, when it finishes.
  public func count() -> AnyPublisher<Int, Failure> { reduce(0) { count, _ in count + 1 } }
}

extension Publisher where Output: Equatable {
  /// Whether there is such an element; true is sent at once, false when it finishes.
  public func contains(_ output: Output) -> AnyPublisher<Bool, Failure> {
    contains { $0 == output }
  }
}
