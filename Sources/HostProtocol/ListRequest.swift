/// `viewModel/list`: the catalog. It has no params.
package struct ListRequest: FrontendRequest {
  package static let method = "viewModel/list"

  package static var schema: RequestSchema {
    RequestSchema(
      "The names of the catalog.",
      result: .sent([
        "viewModels": .list(of: .sent(["name": .text], optional: ["summary": .text]))
      ]))
  }

  package init(_ params: Params) {}
}
