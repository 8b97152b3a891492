import ForeignStreams
import ViewModelKit

/// Written with a reactive library that knows no host.
package final class FlowViewModel {
  struct NoName: Error {}

  let query = FlowSubject<String>()
  let count = FlowValue(0)
  let found: Flow<String>
  let names: Flow<String>
  private let taps: FlowSubscription

  init(tap: Flow<Void>, name: Flow<String>, services: Services, scheduler: any FlowScheduler) {
    names = name.map { $0.uppercased() }
    found = query.delay(milliseconds: 300, scheduler: scheduler)
      .flatMap { services.response(to: FindRequest(query: $0)) }
    taps = tap.subscribe(onNext: { [count] in count.accept(count.value + 1) })
  }

  isolated deinit { taps.cancel() }
}

package struct FindRequest: ServiceRequest {
  package static let service = "example.find"
  package typealias Response = String
  let query: String
}

extension FlowViewModel {
  package static let entry = viewModel(
    "example.flow",
    { FlowViewModel(tap: $0, name: $1, services: $2, scheduler: HostTimeScheduler()) },
    .stream("tap"), .stream("name", "text", startingWith: "ann"), .services(FindRequest.self),
    interface: Interface {
      input("search", \.query, "query")
      input("setCount", \.count, "count")
      output("count", \.count)
      output("found", \.found, initially: "")
      output("name", immediate: \.names)
      event("searched", \.query)
    })
}
