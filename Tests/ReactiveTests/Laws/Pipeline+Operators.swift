import Reactive
import ReactiveTesting

extension Pipeline {
  /// An operator with one source.
  static let unary: [(Pipeline, _ delay: Int) -> Pipeline] = [
    { p, _ in p.with("map", { $0.map { $0 + 1 } }) { $0.answeringElements { [.next($0 + 1)] } } },
    { p, _ in
      p.with("filter", { $0.filter { $0 % 3 != 0 } }) {
        $0.answeringElements { $0 % 3 != 0 ? [.next($0)] : [] }
      }
    },
    { p, _ in
      p.with("scan", { $0.scan(0, accumulator: +) }) { trace in
        var sum = 0
        return trace.answeringElements {
          sum += $0
          return [.next(sum)]
        }
      }
    },
    { p, _ in
      p.with("take(2)", { $0.take(2) }) { trace in
        var count = 0
        return trace.answeringElements {
          count += 1
          return count < 2 ? [.next($0)] : [.next($0), .completed]
        }
      }
    },
    { p, _ in
      p.with("skip(1)", { $0.skip(1) }) { trace in
        var count = 0
        return trace.answeringElements {
          count += 1
          return count > 1 ? [.next($0)] : []
        }
      }
    },
    { p, _ in
      p.with("take(while:)", { $0.take(while: { $0 % 4 != 3 }) }) {
        $0.answeringElements { $0 % 4 != 3 ? [.next($0)] : [.completed] }
      }
    },
    { p, _ in
      p.with("takeLast(2)", { $0.takeLast(2) }) { trace in
        var last: [Int] = []
        return trace.answered { event in
          guard let element = event.element else {
            return (event.isCompleted ? last.map { .next($0) } : []) + [event]
          }
          last = (last + [element]).suffix(2)
          return []
        }
      }
    },
    { p, _ in
      p.with("distinctUntilChanged", { $0.distinctUntilChanged { $0 % 2 } }) { trace in
        var last: Int?
        return trace.answeringElements { element in
          defer { last = element % 2 }
          return last == element % 2 ? [] : [.next(element)]
        }
      }
    },
    { p, _ in
      p.with("ifEmpty", { $0.ifEmpty(default: 8) }) { trace in
        let isEmpty = trace.elements.isEmpty
        return trace.answered { $0.isCompleted && isEmpty ? [.next(8), .completed] : [$0] }
      }
    },
    { p, _ in
      p.with("reduce", { $0.reduce(0, accumulator: +) }) { trace in
        let sum = trace.elements.reduce(0) { $0 + $1.element }
        return trace.answered {
          if $0.element != nil { return [] }
          return $0.isCompleted ? [.next(sum), .completed] : [$0]
        }
      }
    },
    { p, _ in
      p.with("catchAndReturn", { $0.catchAndReturn(9) }) {
        $0.answered { $0.error == nil ? [$0] : [.next(9), .completed] }
      }
    },
    { p, _ in
      Pipeline(description: "\(p.description).startWith") {
        p.build($0).startWith(4, 5)
      } trace: {
        [.next($0, 4), .next($0, 5)] + p.trace($0)
      }
    },
    { p, _ in
      Pipeline(description: "\(p.description).retry(2)") {
        p.build($0).retry(2)
      } trace: {
        p.trace($0).continued { $0.value.error == nil ? nil : p.trace($0.time) }
      }
    },
    { p, _ in
      // The first error is answered by an attempt and by the trigger's completion, which counts at
      // the second.
      Pipeline(description: "\(p.description).retry(when:)") {
        p.build($0).retry(when: { $0.take(1) })
      } trace: {
        p.trace($0).continued {
          if $0.value.error == nil { return nil }
          return p.trace($0.time).answered { $0.error == nil ? [$0] : [.completed] }
        }
      }
    },
    { p, delay in
      p.timed("delay(\(delay))", { $0.delay(.milliseconds(delay), scheduler: $1) }) {
        $0.delayed(by: delay)
      }
    },
    { p, delay in
      p.timed("debounce(\(delay))", { $0.debounce(.milliseconds(delay), scheduler: $1) }) {
        $0.debounced(by: delay)
      }
    },
    { p, _ in p.same("share") { $0.share() } },
    { p, _ in p.same("share(replay: 1)") { $0.share(replay: 1) } },
    { p, _ in p.same("share(replay: 2)") { $0.share(replay: 2) } },
    { p, _ in p.same("publish.refCount") { $0.publish().refCount() } },
    { p, _ in p.same("replay.refCount") { $0.replay(1).refCount() } },
    { p, _ in p.same("materialize") { $0.materialize().dematerialize() } },
    { p, _ in p.same("deferred") { source in .deferred { source } } },
    { p, _ in p.same("create") { source in .create { source.subscribe($0) } } },
    { p, _ in p.same("subscribe(on:)") { $0.subscribe(on: ConcurrentMainScheduler.instance) } },
  ]

  /// An operator with two sources.
  static let binary: [(Pipeline, Pipeline) -> Pipeline] = [
    { p, q in p.and(q, "merge", { .merge($0, $1) }) { .running([$0, $1]) } },
    { p, q in
      p.and(q, "combineLatest", { .combineLatest($0, $1) { $0 * 10 + $1 } }) {
        var (a, b): (Int?, Int?) = (nil, nil)
        var (isLeftDone, isRightDone) = (false, false)
        return .answering($0, $1) { side, event in
          if event.isCompleted {
            if side == .left { isLeftDone = true } else { isRightDone = true }
            return isLeftDone && isRightDone ? [.completed] : []
          }
          guard let element = event.element else { return [event] }
          if side == .left { a = element } else { b = element }
          if let a, let b { return [.next(a * 10 + b)] }
          return (side == .left ? isRightDone : isLeftDone) ? [.completed] : []
        }
      }
    },
    { p, q in
      p.and(q, "zip", { .zip($0, $1) { $0 * 10 + $1 } }) {
        var (a, b): ([Int], [Int]) = ([], [])
        var completions = 0
        return .answering($0, $1) { side, event in
          if event.isCompleted {
            completions += 1
            return completions == 2 ? [.completed] : []
          }
          guard let element = event.element else { return [event] }
          if side == .left { a.append(element) } else { b.append(element) }
          return a.isEmpty || b.isEmpty ? [] : [.next(a.removeFirst() * 10 + b.removeFirst())]
        }
      }
    },
    { p, q in
      p.and(q, "withLatestFrom", { $0.withLatestFrom($1) { $0 * 10 + $1 } }) {
        var latest: Int?
        return .answering($0, $1, rightGoesFirst: true) { side, event in
          if side == .left {
            guard let element = event.element else { return [event] }
            return latest.map { [.next(element * 10 + $0)] } ?? []
          }
          latest = event.element ?? latest
          return event.error == nil ? [] : [event]
        }
      }
    },
    { p, q in
      p.and(q, "take(until:)", { $0.take(until: $1) }) {
        .answering($0, $1, rightGoesFirst: true) { side, event in
          if side == .left { return [event] }
          if event.isCompleted { return [] }
          return [event.element == nil ? event : .completed]
        }
      }
    },
    { p, q in
      // What the other one sends when it has opened the gate is cut off, because inside `subscribe`
      // it still comes.
      p.and(q, "skip(until:)", { $0.skip(until: $1.take(1)) }) {
        var isOpen = false
        return .answering($0, $1) { side, event in
          if side == .left {
            if isOpen || event.error != nil { return [event] }
            return event.isCompleted ? nil : []
          }
          if isOpen { return [] }
          isOpen = event.element != nil
          return event.error == nil ? [] : [event]
        }
      }
    },
    { p, q in
      p.and(q, "sample", { $0.sample($1) }) {
        var newest: Int?
        var isDone = false
        return .answering($0, $1) { side, event in
          if event.error != nil { return [event] }
          if side == .left {
            newest = event.element ?? newest
            isDone = isDone || event.isCompleted
            return []
          }
          return (newest.take().map { [.next($0)] } ?? []) + (isDone ? [.completed] : [])
        }
      }
    },
    { p, q in
      p.and(q, "amb", { $0.amb($1) }) { left, right in
        guard let first = left.first else { return right }
        return right.first.map { $0.time < first.time } == true ? right : left
      }
    },
    { p, q in
      p.then(q, "concat", { $0.concat($1) }) {
        p.trace($0).continued { $0.value.isCompleted ? q.trace($0.time) : nil }
      }
    },
    { p, q in
      p.then(q, "catch", { source, other in source.catch { _ in other } }) {
        p.trace($0).continued { $0.value.error != nil ? q.trace($0.time) : nil }
      }
    },
  ]
}
