import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks a law with the seeds from 1 to a number: in one test, since one for each would be
/// hundreds of lines to read.
///
/// With the environment variable `TEST_REPETITIONS` it is that many times as many.
func forEachSeed(
  upTo count: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
  _ law: (UInt64) throws -> Void
) {
  for seed in 1...count * repetitions {
    do {
      try law(seed)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
    }
  }
}

private let repetitions = max(
  1, getenv("TEST_REPETITIONS").flatMap { UInt64(String(cString: $0)) } ?? 1)
