// What authors write about objects that are state.
@_exported import enum Contracts.ObjectFieldBuilder
@_exported import func Contracts.field
@_exported import protocol Contracts.HostedObject
@_exported import struct Contracts.ObjectField
@_exported import struct Contracts.ObjectFields

// What they adopt for streams of other libraries.
@_exported import HostedStreams
