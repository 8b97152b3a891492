import Foundation

/// Does some work while this thread, those that it starts and the programs that it starts share one
/// core.
func onOneCore<Result>(_ body: () throws -> Result) throws -> Result {
  #if os(Linux)
    let before = try affinity("sched_getaffinity", Cores())
    guard let core = before.first else { throw BenchmarkError("this process has no core") }
    _ = try affinity("sched_setaffinity", [core])
    defer { _ = try? affinity("sched_setaffinity", before) }
  #endif
  return try body()
}

#if os(Linux)
  /// The cores that a thread may use.
  private typealias Cores = [Int]

  /// Calls one of the C library's two functions, which it declares for `_GNU_SOURCE` only: Swift
  /// does not see them.
  private func affinity(_ name: String, _ cores: Cores) throws -> Cores {
    typealias Function = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> CInt
    var mask = [UInt8](repeating: 0, count: MemoryLayout<cpu_set_t>.size)
    for core in cores { mask[core / 8] |= 1 << (core % 8) }
    guard let symbol = dlsym(nil, name),
      unsafeBitCast(symbol, to: Function.self)(0, mask.count, &mask) == 0
    else { throw BenchmarkError("\(name) failed") }
    return mask.indices.flatMap { byte in
      (0..<8).compactMap { mask[byte] & 1 << $0 == 0 ? nil : byte * 8 + $0 }
    }
  }
#endif
