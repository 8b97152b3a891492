import ViewModelKit

extension Catalog {
  /// All samples: what five articles describe, in the styles of their years.
  public static let samples = Catalog {
    viewModel("counter", CounterViewModel.init)
      .described("Counts up and down; an @Observable class.")
    viewModel("counter.kickstarter", KickstarterCounter.init)
      .described("The same counter with inputs and outputs as protocols, as in 2017.")
    FunctionalCounter.entry("counter.functional")
      .described("The same counter as a function from streams to streams.")
    TransformingCounter.entry("counter.transform")
      .described("The same counter as a transform from Input to Output.")

    viewModel("user", UserViewModel.init)
      .described("Fetches a user in a second; an @Observable class with an async method.")
    viewModel("user.relays", RelaysUserViewModel.init)
      .described("The same user with relays as inputs and outputs.")
    viewModel("user.observer", ObserverUserViewModel.init)
      .described("The same user with an AnyObserver as input.")
    viewModel("user.protocols", ProtocolsUserViewModel.init)
      .described("The same user with inputs and outputs as protocols.")
    viewModel("user.injected", InjectedUserViewModel.init, .stream("fetch", "userId"))
      .described("The same user, whose init takes the stream of the view.")
    viewModel("user.method", MethodUserViewModel.init)
      .described("The same user with a method that feeds a stream.")
    viewModel("user.task", TaskUserViewModel.init)
      .described("The same user with a task that a method starts.")
    viewModel("user.combine", CombineUserViewModel.init)
      .described("The same user with Combine, as an ObservableObject.")

    viewModel("chain.rx", RxChain.init, .chainServices)
      .described("Two requests, one after the other, with RxSwift's names; asks services.")
    viewModel("chain.async", AsyncChain.init, .chainServices)
      .described("Two requests, one after the other, with async and await; asks services.")

    ListViewModel.entry("list")
      .described("Loads the entries of a folder, or of a service, page after page.")
    ArticleListViewModel.entry("list.article")
      .described("The same list as one pipeline of 2019, with its oddities.")
    viewModel("pager", PagerViewModel.init, .uses("list"), "selectedId")
      .described("Swipes through the items of a list, whose state it shares.")

    viewModel("foos.naive", NaiveFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service; its first error ends it for good.")
    viewModel("foos.caught", CaughtFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service; each error is an event.")
    viewModel("foos.action", ActionFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service with an Action.")

    viewModel(
      "example.combine", { CombineExample(api: ExampleAPI(services: $0)) },
      .services(ExampleRequest.self)
    )
    .described("Asks a service with Combine.")
    viewModel(
      "example.concurrency", { ConcurrencyExample(api: ExampleAPI(services: $0)) },
      .services(ExampleRequest.self)
    )
    .described("Asks a service with async and await.")

    viewModel("parallel", ParallelViewModel.init, .services(PartRequest.self))
      .described("Asks a service for several parts at once.")
  }
}

extension Parameter {
  fileprivate static var chainServices: Parameter {
    .services(FetchUserRequest.self, ProcessUserRequest.self)
  }
}
