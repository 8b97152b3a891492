@_exported import AppleNames
@_exported import Combine
@_exported import Observation
