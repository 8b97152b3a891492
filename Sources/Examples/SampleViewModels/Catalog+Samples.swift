import ViewModelKit

extension Catalog {
  /// All samples: what five articles describe, each in the styles that it compares.
  public static let samples = Catalog {
    docComments

    viewModel("counter", CounterViewModel.init)
    viewModel("counter.kickstarter", KickstarterCounter.init)
      .described("The same counter with inputs and outputs as protocols, as in 2017.")
    FunctionalCounter.entry("counter.functional")
      .described("The same counter as a function from streams to streams.")
    TransformingCounter.entry("counter.transform")
      .described("The same counter as a transform from Input to Output.")

    viewModel("user", UserViewModel.init)
    viewModel("user.article", ArticleUserViewModel.init)
      .described("The same user with try?, which shows a user when the call is cancelled.")
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
    viewModel("user.ideal", IdealUserViewModel.init)
      .described("The same user with a task, as an @Observable class.")
    viewModel("user.goal", GoalUserViewModel.init)
      .described("The same user with a task that an async method does not wait for.")
    viewModel("user.combine", CombineUserViewModel.init)
      .described("The same user with Combine, as an ObservableObject.")
    viewModel("user.wiped", WipedUserViewModel.init, .services(UserRequest.self))
      .described("Asks a service for the user; a failure wipes who was there.")
    viewModel("user.kept", KeptUserViewModel.init, .services(UserRequest.self))
      .described("Asks a service for the user; a failure is an event.")

    viewModel("chain.callback", CallbackChain.init, .chainServices)
      .described("Two requests, one after the other, with completion handlers; asks services.")
    viewModel("chain.rx", RxChain.init, .chainServices)
      .described("Two requests, one after the other, with RxSwift's names; asks services.")
    viewModel("chain.async", AsyncChain.init, .chainServices)
      .described("Two requests, one after the other, with async and await; asks services.")

    viewModel("search.rx", RxSearch.init, .services(SearchRequest.self))
      .described("Searches while the user types, with RxSwift's names; asks a service.")
    viewModel("search.combine", CombineSearch.init, .services(SearchRequest.self))
      .described("Searches while the user types, with Combine; asks a service.")
    viewModel("search.async", AsyncSearch.init, .services(SearchRequest.self))
      .described("Searches while the user types, with tasks; asks a service.")

    ListViewModel.entry("list")
    ArticleListScreen.entry("list.article")
      .described("The same list as one pipeline of 2019, with its oddities.")
    ScannedListViewModel.entry("list.scan")
      .described("The same list as one scan over commands.")
    viewModel("pager", PagerViewModel.init, .uses("list"), "selectedId")
    ArticlePager.entry("pager.article")
      .described("Swipes through the items of list.article, whose stream it shares.")

    files(.unrestricted)

    viewModel("foos.naive", NaiveFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service; its first error ends it for good.")
    viewModel("foos.caught", CaughtFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service; each error is an event.")
    viewModel("foos.misprint", MisprintedFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service; each error is lost behind the catch.")
    viewModel("foos.silent", SilentFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service; each error is an empty list.")
    viewModel("foos.driver", DriverFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service with a Driver; its first error completes it.")
    viewModel("foos.action", ActionFoos.init, .services(FoosRequest.self))
      .described("Refreshes from a service with an Action.")
    viewModel(
      "foos.enabled", EnabledFoos.init, .services(FoosRequest.self),
      .stream("setEnabled", "isEnabled", startingWith: true)
    )
    .described("Refreshes from a service with an Action, while a condition holds.")

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
      .described("Asks a service for several parts at once, in a task group.")
    viewModel("parallel.rx", RxParallel.init, .services(PartRequest.self))
      .described("Asks a service for several parts at once, with RxSwift's zip.")
    viewModel("parallel.merged", MergedParallel.init, .services(PartRequest.self))
      .described("Asks a service for several parts at once, with RxSwift's merge.")
    viewModel("parallel.combine", CombineParallel.init, .services(PartRequest.self))
      .described("Asks a service for several parts at once, with Combine's MergeMany.")
    viewModel("parallel.fixed", FixedParallel.init, .services(PartRequest.self))
      .described("Asks a service for two to four parts at once, with Combine's zip.")
  }
}

extension Parameter {
  fileprivate static var chainServices: Parameter {
    .services(FetchUserRequest.self, ProcessUserRequest.self)
  }
}
