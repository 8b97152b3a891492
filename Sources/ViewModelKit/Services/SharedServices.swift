/// What is asked through ``Services/shared``: what `services` gives, a line of a ``Catalog``.
public struct SharedServices {
  let requests: [any ServiceRequest.Type]
}

/// Says what objects that all ViewModels share ask through ``Services/shared``, so that the contract has those services.
///
///     let catalog = Catalog {
///       services(FoosRequest.self, BarsRequest.self)
///       viewModel("foos", FoosViewModel.init)              // uses APIClient.shared, which asks them
///     }
public func services(_ requests: any ServiceRequest.Type...) -> SharedServices {
  SharedServices(requests: requests)
}
