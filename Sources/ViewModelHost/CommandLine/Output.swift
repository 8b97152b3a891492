import HostEngine
import OperatingSystem

/// What commands say.
nonisolated extension Descriptor {
  /// Writes what a command has to say. When nobody reads it any more, as behind `| head`, nobody misses it either.
  ///
  /// - Throws: when there is no room for it.
  package func show(_ text: String) throws(CommandFailure) {
    do {
      try writeAll(text, as: "standard output")
    } catch {
      if !error.isBrokenPipe { throw CommandFailure(.cannotWrite, error.description) }
    }
  }
}
