import ViewModelKit

extension Catalog {
  /// The ViewModels that the tests and the examples in `protocol.md` use.
  package static let examples = Catalog {
    viewModel("example.errors", ErrorsViewModel.init)
    viewModel("example.dispatch", DispatchViewModel.init)
    viewModel("example.form", FormViewModel.init)
    viewModel("example.preview", PreviewViewModel.init, .uses("form"))
    viewModel("example.download", DownloadViewModel.init)
    viewModel("example.division", DivisionViewModel.init)
    viewModel("example.faulty", FaultyViewModel.init, "refusing")
    viewModel("example.chain", ChainViewModel.init)
    viewModel("example.typing", TypingViewModel.init)
    viewModel("example.stopwatch", StopwatchViewModel.init, .context)
    viewModel("example.stuck", StuckViewModel.init)
    viewModel("example.crowded", CrowdedViewModel.init)
    viewModel("example.runaway", RunawayViewModel.init)
    viewModel("example.crash", CrashViewModel.init)
    viewModel("example.fatal", FatalViewModel.init)
    viewModel(
      "example.chance", ChanceViewModel.init(services:risky:),
      .services(ChanceViewModel.Request.self), .named("risky", default: false))
    FlowViewModel.entry
    viewModel("example.callback", CallbackViewModel.init)
    viewModel("example.singleton", SingletonViewModel.init)
    viewModel("example.plain", PlainViewModel.init, "titles", .named("start", default: 0))
    viewModel("example.shapes", ShapesViewModel.init)
    viewModel("example.survey", SurveyViewModel.init)
    viewModel("example.half", HalfViewModel.init)
    viewModel("example.rows", RowsViewModel.init, "count", .named("alone", default: false))
    viewModel("example.names", NamesViewModel.init, "id", "self")
      .described(
        """
        Names such as 'end', and texts such as */ or ]] or \"\"\" or `\\ or ${x}.

        (It has more.)
        """)
  }
}
