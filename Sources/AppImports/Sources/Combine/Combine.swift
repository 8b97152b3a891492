@_exported import ReactiveCombine
