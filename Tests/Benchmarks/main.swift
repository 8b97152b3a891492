import OperatingSystem

// benchmarks [--host PATH] [--static PATH] [NAME-PREFIX…]
//
// PATH of --static is a host that is linked statically, best the smallest one of
// Tests/Instructions/README.md.
//
// Runs all benchmarks, or those whose names start so, and prints a table. Nothing is asserted of
// the figures: machines are noisy, and only the ratios within one run mean something.

let programs = Programs(CommandLine.arguments)
if programs.servesProbe { serveProbe() }
do {
  let all =
    hostBenchmarks(programs) + [Benchmark(name: "json", run: jsonBenchmarks)] + reactiveBenchmarks()
  let chosen = all.filter { benchmark in
    programs.prefixes.isEmpty || programs.prefixes.contains { benchmark.name.hasPrefix($0) }
  }
  print(table(try chosen.flatMap { try $0.run() }))
} catch {
  Descriptor.standardError.warn("benchmarks: \(error)\n")
  Process.exit(1)
}
