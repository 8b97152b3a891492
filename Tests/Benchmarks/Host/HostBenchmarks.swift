/// What is measured of the host, from outside: a frontend starts it and speaks with it through
/// pipes.
func hostBenchmarks(_ programs: Programs) -> [Benchmark] {
  [
    Benchmark(name: "round-trip") { try roundTrip(programs) },
    Benchmark(name: "pipelined") { try pipelined(programs) },
    Benchmark(name: "supervision") { try supervision(programs) },
    Benchmark(name: "list") { try longList(programs) },
    Benchmark(name: "other-lists") { try otherLongLists(programs) },
    Benchmark(name: "start") { try startUp(programs) },
    Benchmark(name: "memory") { try memory(programs) },
    Benchmark(name: "instance") { try instanceMemory(programs) },
    Benchmark(name: "async") { try asyncInput(programs) },
  ]
}
