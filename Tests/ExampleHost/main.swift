import ExampleViewModels
import HostTools
import OperatingSystem
import SampleViewModels
import ViewModelHost
import ViewModelKit

let catalog = Catalog {
  Catalog.samples
  Catalog.examples
  // They never come to rest by themselves: only for who asks for them.
  if Process.environment("EXAMPLE_HOST_THREADS") != nil { Catalog.threads }
}
Host("viewmodel-host", version: "0.1.0", jobLimit: 10_000, catalog).main(.tools)
