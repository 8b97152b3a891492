import Reactive

extension Publisher {
  /// Sends the first element for which the closure is true.
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { filter(predicate).first() }

  /// Sends the last element for which the closure is true, when this finishes.
  public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { filter(predicate).last() }

  /// Sends the element at the index, from 0.
  public func output(at index: Int) -> AnyPublisher<Output, Failure> {
    dropFirst(index).first()
  }

  /// Sends the elements at the indices, from 0.
  public func output<Numbers: RangeExpression<Int>>(
    in range: Numbers
  ) -> AnyPublisher<Output, Failure> {
    let numbers = range.relative(to: 0..<Int.max)
    return dropFirst(numbers.lowerBound).prefix(numbers.count)
  }

  /// Sends the smallest element when this finishes; the first of equal ones.
  public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { best(areInIncreasingOrder) }

  /// Sends the largest element when this finishes; the first of equal ones.
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

  /// Sends whether the closure is true for any element: true at once, false when this finishes.
  public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Bool, Failure> {
    first(where: predicate).map { _ in true }.replaceEmpty(with: false)
  }

  /// Sends whether the closure is true for all elements: false at once, true when this finishes.
  public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Bool, Failure> {
    through { $0.filter { !predicate($0) }.take(1).map { _ in false }.ifEmpty(default: true) }
  }

  /// Sends the number of elements when this finishes.
  public func count() -> AnyPublisher<Int, Failure> { reduce(0) { count, _ in count + 1 } }
}

extension Publisher where Output: Comparable {
  /// Sends the smallest element when this finishes; the first of equal ones.
  public func min() -> AnyPublisher<Output, Failure> { min { $0 < $1 } }

  /// Sends the largest element when this finishes; the first of equal ones.
  public func max() -> AnyPublisher<Output, Failure> { max { $0 < $1 } }
}

extension Publisher where Output: Equatable {
  /// Sends whether this has such an element: true at once, false when this finishes.
  public func contains(_ output: Output) -> AnyPublisher<Bool, Failure> {
    contains { $0 == output }
  }
}
