// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Combine
import SwiftUI

public final class QuietViewModel<S: Combine.Scheduler>: ObservableObject {
  @Published public var text = ""
  @Published public private(set) var settled = ""
  @Published public private(set) var length = 0
  private let scheduler: any Scheduler

  public init(delay: S.SchedulerTimeType.Stride, scheduler: S) {
    self.scheduler = scheduler
    $text.dropFirst().debounce(for: delay, scheduler: scheduler).assign(to: &$settled)
    $settled.map(\.count).receive(on: scheduler).assign(to: &$length)
  }

  public func clear() { scheduler.schedule { [weak self] in self?.settled = "" } }
}

extension QuietViewModel where S == DispatchQueue {
  public convenience init(delay: DispatchQueue.SchedulerTimeType.Stride) {
    self.init(delay: delay, scheduler: .main)
  }
}

extension QuietViewModel where S == OperationQueue {
  public convenience init(after delay: OperationQueue.SchedulerTimeType.Stride) {
    self.init(delay: delay, scheduler: .main)
  }
}
