extension ObservableType where Element: ObservableConvertibleType {
  /// Runs at most `maxConcurrent` inner sequences at the same time; the others wait in order.
  ///
  ///     source                   ─a──b──c─|
  ///     inner                     ──0──1|              (of each)
  ///     merge(maxConcurrent: 2)  ───a0─a1b0─b1c0──c1|
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    flatten { inners in
      let turns = Turns(inners, count: maxConcurrent)
      return { element in turns.take(element.asObservable()) }
    }
  }

  /// Runs all inner sequences at the same time.
  public func merge() -> Observable<Element.Element> {
    flatMap { $0 }
  }

  /// Runs the inner sequences one after the other.
  public func concat() -> Observable<Element.Element> {
    merge(maxConcurrent: 1)
  }
}

/// Runs a limited number of inner sequences.
private final class Turns<Element> {
  private let inners: Inners<Element>
  private var free: Int
  private var waiting = Queue<Observable<Element>>()

  init(_ inners: Inners<Element>, count: Int) {
    self.inners = inners
    free = count
  }

  nonisolated deinit {}

  func take(_ inner: Observable<Element>) {
    if free > 0 {
      free -= 1
      run(inner)
    } else {
      inners.reserve()
      waiting.append(inner)
    }
  }

  private func run(_ inner: Observable<Element>) {
    inners.run(inner) { [self] in
      guard let next = waiting.popFirst() else { return free += 1 }
      // Runs after the end of the previous one, not inside it, so that many short ones do not pile
      // up on the stack.
      Trampoline.schedule {
        self.inners.release()
        self.run(next)
      }
    }
  }
}
