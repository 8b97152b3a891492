/// Defers the elements of cold sequences until the running subscription call has finished
/// (RxSwift's `CurrentThreadScheduler`).
///
/// The outermost subscription opens it. Work that is scheduled meanwhile (each element of `of`,
/// `from` and `range`, the next inner sequence of `concatMap`) runs after the subscription call,
/// first in first out, and before the outermost `subscribe` returns. So `merge(of(1, 2), of(3, 4))`
/// gives 1, 3, 2, 4, and `combineLatest` receives both sources from their first element.
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
