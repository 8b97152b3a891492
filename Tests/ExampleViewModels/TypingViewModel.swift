import Reactive
import ViewModelKit

/// What operators that wait make of elements.
package final class TypingViewModel {
  package let typed = PublishRelay<Int>()
  package let first: Observable<Int>
  package let newest: Observable<Int>
  package let last: Signal<Int>

  package init() {
    let main = MainScheduler.instance
    first = typed.throttle(.seconds(1), latest: false, scheduler: main)
    newest = typed.throttle(.seconds(1), scheduler: main)
    last = typed.asSignal().debounce(.milliseconds(300))
  }
}

extension TypingViewModel: ViewModel {
  package static let interface = Interface<TypingViewModel> {
    input("type", \.typed, "key")
    event("first", \.first)
    event("newest", \.newest)
    event("last", \.last)
  }
}
