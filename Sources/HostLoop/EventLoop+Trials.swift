#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import OperatingSystem

  extension EventLoop {
    /// How many seconds a copy may take, as the limit of a ``ProgressTimeout``.
    private static let trialSeconds = 2

    package func tryOut(_ work: () -> [UInt8]) -> TrialEnd {
      let copy: ProcessCopy
      do {
        copy = try startCopy(work).get()
      } catch {
        return .busy(error.reason)
      }
      switch copy.wait(seconds: Self.trialSeconds) {
      case .done(let bytes): return .said(bytes)
      case .ended(let end, let errors):
        return .crashed(EndReason.words(for: end, in: errors, hasReport: false))
      case .late: return .crashed("it did not return for \(Self.trialSeconds) s")
      }
    }

    /// Why there can be no copy now.
    private struct Busy: Error { let reason: String }

    private static let unlikeCopy =
      ", which the copy of the process in which an input is tried would not have"

    /// Only the main thread is in the copy. So no other may be at anything: it might hold a lock.
    private func startCopy(_ work: () -> [UInt8]) -> Result<ProcessCopy, Busy> {
      guard let pool else { return startCopy(work, beside: 0) }
      return pool.whileIdle { startCopy(work, beside: $0) }
        ?? .failure(Busy(reason: "tasks are at work on other threads\(Self.unlikeCopy)"))
    }

    private func startCopy(
      _ work: () -> [UInt8], beside poolCount: Int
    ) -> Result<ProcessCopy, Busy> {
      FrontendWatch.awaitStart()
      let known = 1 + poolCount + ProcessCopy.bystanderCount
      guard (1...known).contains(Process.threadCount) else {
        return .failure(
          Busy(reason: "the program has threads that are not the host's\(Self.unlikeCopy)"))
      }
      if mainQueue.hasItems {
        return .failure(Busy(reason: "something waits on Dispatch's main queue\(Self.unlikeCopy)"))
      }
      do throws(SystemError) {
        return .success(
          try ProcessCopy {
            queue.stopTime()
            mainQueue.detach()
            return work()
          })
      } catch {
        return .failure(Busy(reason: "the system gives no process: \(error)"))
      }
    }
  }
#endif
