import ViewModelKit

extension Catalog {
  /// All samples: what five articles describe, in the styles of their years.
  public static let samples = Catalog {
    viewModel("counter", CounterViewModel.init)
    viewModel("counter.kickstarter", KickstarterCounter.init)
    FunctionalCounter.entry("counter.functional")
    TransformingCounter.entry("counter.transform")

    viewModel("user", UserViewModel.init)
    viewModel("user.relays", RelaysUserViewModel.init)
    viewModel("user.observer", ObserverUserViewModel.init)
    viewModel("user.protocols", ProtocolsUserViewModel.init)
    viewModel("user.injected", InjectedUserViewModel.init, .stream("fetch", "userId"))
    viewModel("user.method", MethodUserViewModel.init)
    viewModel("user.task", TaskUserViewModel.init)
    viewModel("user.combine", CombineUserViewModel.init)

    viewModel("chain.rx", RxChain.init, .chainServices)
    viewModel("chain.async", AsyncChain.init, .chainServices)

    ListViewModel.entry("list")
    ArticleListViewModel.entry("list.article")
    viewModel("pager", PagerViewModel.init, .uses("list"), "selectedId")

    viewModel("foos.naive", NaiveFoos.init, .services(FoosRequest.self))
    viewModel("foos.caught", CaughtFoos.init, .services(FoosRequest.self))
    viewModel("foos.action", ActionFoos.init, .services(FoosRequest.self))

    viewModel(
      "example.combine", { CombineExample(api: ExampleAPI(services: $0)) },
      .services(ExampleRequest.self))
    viewModel(
      "example.concurrency", { ConcurrencyExample(api: ExampleAPI(services: $0)) },
      .services(ExampleRequest.self))

    viewModel("parallel", ParallelViewModel.init, .services(PartRequest.self))
  }
}

extension Parameter {
  fileprivate static var chainServices: Parameter {
    .services(FetchUserRequest.self, ProcessUserRequest.self)
  }
}
