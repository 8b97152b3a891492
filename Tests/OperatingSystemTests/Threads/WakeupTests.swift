import Testing

@testable import OperatingSystem

@Suite struct WakeupTests {
  private let wakeup: Wakeup

  init() throws { wakeup = try Wakeup() }

  private var isAwake: Bool {
    Poll.wait(for: [Poll.Entry(wakeup.descriptor, .read)], milliseconds: 0)[0].isReady
  }

  @Test func onlyWhoSleepsIsWoken() {
    wakeup.wake()
    #expect(!isAwake)
    wakeup.prepareToSleep()
    #expect(!isAwake)
    wakeup.wake()
    #expect(isAwake)
  }

  @Test func howeverOftenItIsWokenItWakesOnce() {
    wakeup.prepareToSleep()
    for _ in 0..<100_000 { wakeup.wake() }
    wakeup.endSleep()
    wakeup.drain()
    #expect(!isAwake)
  }

  @Test func whatASignalHandlerWritesIsReported() {
    withUnsafeBytes(of: UInt8(0)) { _ = wakeup.writing.write($0) }
    #expect(isAwake)
  }
}
