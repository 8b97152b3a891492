import OperatingSystem
import Transcripts
// For its `contains`: the standard library's would link the regex library.
import ViewModelHost

/// The mean cost of an input, with the timers, service answers and updates that it sets off.
///
/// It includes the host's own work: reading and writing lines.
struct Cost {
  /// Allocations of the Swift runtime; `nil` where they cannot be counted.
  let allocations: Int?
  /// The least processor time over all repetitions, in nanoseconds.
  let time: Int

  /// Plays transcripts repeatedly.
  ///
  /// - Parameter plays: the lines to the host, each with the transcript that has the answers.
  /// - Returns: `nil` if they contain no input.
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
        // Measuring begins with the first input.
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

  /// The first repetition also fills caches and creates metadata.
  private static let repetitions = 20

  private static let isCounting = RuntimeAllocations.beginCounting()

  private static func isInput(_ line: String) -> Bool {
    line.contains(#""method":"viewModel/input""#) || line.contains(#""method":"viewModel/call""#)
  }

  private static var processorTime: Int64 { ProcessorClock.own.reading.processor ?? 0 }
}
