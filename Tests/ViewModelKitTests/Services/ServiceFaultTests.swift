import Testing

@testable import ViewModelKit

/// Services of one name that are asked by several types.
struct ServiceFaultTests {
  struct Page: ServiceRequest {
    static let service = "items"
    typealias Response = [String]
    var page: Int
  }

  /// The same form, whatever its type is called.
  struct SamePage: ServiceRequest {
    static let service = "items"
    typealias Response = [String]
    var page: Int
  }

  struct Other: ServiceRequest {
    static let service = "items"
    typealias Response = [String]
    var offset: Int
  }

  struct Result: ServiceRequest {
    static let service = "items"
    typealias Response = Int
    var page: Int
  }

  final class Empty {
    init(_ services: Services) {}
  }

  private func faults(_ requests: (any ServiceRequest.Type)...) -> [String] {
    let catalog = Catalog {
      for (index, request) in requests.enumerated() {
        viewModel("v\(index)", Empty.init, .services(request), interface: Interface {})
      }
    }
    return catalog.faults
  }

  @Test func oneFormIsNoFault() {
    #expect(faults(Page.self, SamePage.self, Page.self) == [])
  }

  @Test func otherArgumentsOrResultsAreOne() {
    #expect(
      faults(Page.self, Other.self, Other.self) == [
        "service items is asked by Page and by Other, whose arguments or results are others"
      ])
    #expect(
      faults(Page.self, Result.self) == [
        "service items is asked by Page and by Result, whose arguments or results are others"
      ])
  }
}
