// What authors adopt for streams of other libraries.
@_exported import HostedStreams
