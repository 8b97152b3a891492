import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// After each turn what the frontend has of each list is the slice of it that `protocol.md`,
/// "Windows", says.
///
/// The environment variable `WINDOW_STEPS` asks for more steps than are taken each time.
struct WindowLaw {
  private static let steps = getenv("WINDOW_STEPS").flatMap { Int(String(cString: $0)) } ?? 500

  @Test(arguments: [1, 2] as [UInt64]) func theMirrorIsTheSlice(seed: UInt64) throws {
    for subject in WindowSubject.all {
      let frontend = try WindowFrontend(subject, seed: seed)
      for step in 1...Self.steps {
        do {
          try frontend.step()
        } catch {
          Issue.record("\(subject), seed \(seed), step \(step): \(error)")
          return
        }
      }
      #expect(frontend.updateCount > Self.steps / 2, "\(subject) hardly changes")
      #expect(frontend.shiftCount > Self.steps / 20, "the anchors of \(subject) hardly move")
    }
  }
}
