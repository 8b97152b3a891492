extension Host {
  func run(_ arguments: [String]) -> CInt {
    let isVirtual = arguments.contains("virtual")
    do {
      Process.ignoreBrokenPipes()
      let input = Descriptor.standardInput
      guard let output = Descriptor.standardOutput.duplicate() else { return 70 }
      Descriptor.standardOutput.become(.standardError)
      let loop = try EventLoop(isVirtual: isVirtual)
      loop.serve(Connection(Session(about, loop: loop), input: input, output: output))
      return 0
    } catch {
      return 70
    }
  }
}
