import ExampleViewModels
import HostTools
import SampleViewModels
import ViewModelHost
import ViewModelKit

let catalog = Catalog {
  Catalog.samples
  Catalog.examples
  Catalog.threads
}
Host("viewmodel-host", version: "0.1.0", jobLimit: 10_000, catalog).main(.tools)
