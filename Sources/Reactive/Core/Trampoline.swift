/// Puts off what cold sequences emit until the subscription under way has been made.
///
/// The outermost subscription opens it. What is scheduled meanwhile (each element of `of`, `from` and `range`, the
/// next inner sequence of `concatMap`) runs after the subscription call has finished, first in first out, and before
/// that outermost `subscribe` returns. So `merge(of(1, 2), of(3, 4))` gives 1, 3, 2, 4, and both sources of
/// `combineLatest` are heard from their first element on.
enum Trampoline {
  @exclusivity(unchecked) private(set) static var isOpen = false
  @exclusivity(unchecked) private static var pending = Queue<() -> Void>()

  static func run<Result>(_ body: () -> Result) -> Result {
    if isOpen { return body() }
    isOpen = true
    let result = body()
    while let work = pending.popFirst() { work() }
    isOpen = false
    return result
  }

  static func schedule(_ work: @escaping () -> Void) {
    if isOpen { pending.append(work) } else { run(work) }
  }
}
