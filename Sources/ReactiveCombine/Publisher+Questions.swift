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

  /// The elements with these numbers, from 0.
  public func output<Numbers: RangeExpression<Int>>(
    in range: Numbers
  ) -> AnyPublisher<Output, Failure> {
    let numbers = range.relative(to: 0..<Int.max)
    return dropFirst(numbers.lowerBound).prefix(numbers.count)
  }

  /// The smallest element, when it finishes; the first of equal ones.
  public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { best(areInIncreasingOrder) }

  /// The largest element, when it finishes; the first of equal ones.
  public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { best { areInIncreasingOrder($1, $0) } }

  private func best(
    _ isBetter: @escaping (Output, Output) -> Bool
  ) -> AnyPublisher<Output, Failure> {
    reduce(Output?.none) { best, element in
      if let best, !isBetter(element, best) { best } else { element }
    }
    .compactMap { $0 }
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
  ) -> AnyPublisher<Bool, Failure> {
    through { $0.filter { !predicate($0) }.take(1).map { _ in false }.ifEmpty(default: true) }
  }

  /// How many elements there are, when it finishes.
  public func count() -> AnyPublisher<Int, Failure> { reduce(0) { count, _ in count + 1 } }
}

extension Publisher where Output: Comparable {
  /// The smallest element, when it finishes; the first of equal ones.
  public func min() -> AnyPublisher<Output, Failure> { min { $0 < $1 } }

  /// The largest element, when it finishes; the first of equal ones.
  public func max() -> AnyPublisher<Output, Failure> { max { $0 < $1 } }
}

extension Publisher where Output: Equatable {
  /// Whether there is such an element; true is sent at once, false when it finishes.
  public func contains(_ output: Output) -> AnyPublisher<Bool, Failure> {
    contains { $0 == output }
  }
}
