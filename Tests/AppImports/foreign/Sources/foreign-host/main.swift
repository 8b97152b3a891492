// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
import RxSwift
import ViewModelHost
import ViewModelKit

extension RxSwift.Observable: @retroactive HostedStream {
  public func send(toHost receiver: StreamReceiver<Element>) -> () -> Void {
    subscribe(onNext: receiver.next, onError: receiver.fail, onCompleted: receiver.complete).dispose
  }
}

extension PublishSubject: @retroactive HostedSink {
  public func accept(fromHost element: Element) { onNext(element) }
}

final class Numbers {
  let numbers = PublishSubject<Int>()
  let late: Observable<Int>

  init() { late = numbers.observe(on: DispatchQueue(label: "numbers")) }
}

let interface = Interface<Numbers> {
  input("send", \.numbers, "number")
  output("number", \.numbers, initially: 0)
  event("late", \.late)
}

Host(
  "foreign-host", version: "1", Catalog { viewModel("numbers", Numbers.init, interface: interface) }
)
.main()
