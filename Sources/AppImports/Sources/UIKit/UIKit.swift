@_exported import AppleNames
