import OperatingSystem
import Transcripts
// For `contains`, which is not that of the library of regular expressions.
import ViewModelHost

/// What an input costs, with all that it sets off: timers, answers of services, updates.
///
/// The host's own work is in it: reading the lines and writing its own.
struct Cost {
  /// How often the Swift runtime asks for memory; `nil` where that cannot be counted.
  let allocations: Int?
  /// The processor time, in nanoseconds: the least that was found.
  let time: Int

  /// Plays transcripts again and again.
  ///
  /// - Parameter plays: the lines to the host, each with the transcript that has the answers.
  /// - Returns: `nil` when there are no inputs in them.
  init?(_ plays: [(lines: [String], transcript: Transcript)], on stage: ComparedPlays) {
    let inputs = plays.reduce(0) { $0 + $1.lines.count(where: Self.isInput) }
    guard inputs > 0 else { return nil }
    _ = Self.isCounting
    var least = Int64.max
    var fewest = Int.max
    for _ in 0..<Self.repetitions {
      var time: Int64 = 0
      var allocations = 0
      for (lines, transcript) in plays {
        // What is measured begins with the first input.
        var hasBegun = false
        _ = stage.story(lines, answersOf: transcript) { connection, line in
          hasBegun = hasBegun || Self.isInput(line)
          guard hasBegun else { return connection.exchange(line) }
          let (start, count) = (Self.processorTime, RuntimeAllocations.count)
          defer {
            time += Self.processorTime - start
            allocations += RuntimeAllocations.count - count
          }
          return connection.exchange(line)
        }
      }
      least = min(least, time)
      fewest = min(fewest, allocations)
    }
    time = Int(least) / inputs
    allocations = Self.isCounting ? fewest / inputs : nil
  }

  /// Things are made in the first of them that stay: metadata, caches.
  private static let repetitions = 20

  private static let isCounting = RuntimeAllocations.beginCounting()

  private static func isInput(_ line: String) -> Bool {
    line.contains(#""method":"viewModel/input""#) || line.contains(#""method":"viewModel/call""#)
  }

  private static var processorTime: Int64 { ProcessorClock.own.reading.processor ?? 0 }
}
