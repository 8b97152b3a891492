/// The requests of ``Services/shared``: a line of a ``Catalog``, made by `services`.
public struct SharedServices {
  let requests: [any ServiceRequest.Type]
}

/// Lists the requests that objects shared by all ViewModels send through ``Services/shared``, so
/// that the contract has their services.
///
///     let catalog = Catalog {
///       services(FoosRequest.self, BarsRequest.self)
///       viewModel("foos", FoosViewModel.init)        // uses APIClient.shared, which sends them
///     }
public func services(_ requests: any ServiceRequest.Type...) -> SharedServices {
  SharedServices(requests: requests)
}
