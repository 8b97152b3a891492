import Find
import HostTools
import SampleViewModels
import ViewModelHost

Host("viewmodel-host", version: "0.1.0", .samples).main(.toolsAndFind)
