/// `viewModel/list`: the catalog. It has no params.
package struct ListRequest: FrontendRequest {
  package static let method = "viewModel/list"

  package init(_ params: Params) {}
}
