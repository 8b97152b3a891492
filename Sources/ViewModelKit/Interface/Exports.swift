// What authors use to describe objects that are part of the state.
@_exported import enum Contracts.ObjectFieldBuilder
@_exported import func Contracts.field
@_exported import protocol Contracts.HostedObject
@_exported import struct Contracts.ObjectField
@_exported import struct Contracts.ObjectFields

// The protocols for streams of other libraries.
@_exported import HostedStreams
