import Reactive
import ReactiveTesting

extension Pipeline {
  /// An operator that runs a source for each element of another one.
  static let flattening: [(Pipeline, Pipeline) -> Pipeline] = [
    { p, q in
      p.then(q, "flatMap", { source, inner in source.flatMap { _ in inner } }) { start in
        let outer = p.trace(start)
        return .running(outer.elements.map { q.trace($0.time) } + [outer.endAlone])
      }
    },
    { p, q in
      p.then(q, "flatMapLatest", { source, inner in source.flatMapLatest { _ in inner } }) {
        let outer = p.trace($0)
        let starts = outer.elements.map(\.time)
        let inners = starts.indices.map { index in
          let (start, inner) = (starts[index], q.trace(starts[index]))
          guard index + 1 < starts.count else { return inner }
          // What is sent inside `subscribe` is there before the next element, and the end of an
          // older one means nothing.
          let heard = inner.filter { $0.time == start || $0.time < starts[index + 1] }
          if heard.stop != nil { return heard }
          return heard + [.completed(starts[index + 1])]
        }
        return .running(inners + [outer.endAlone])
      }
    },
    { p, q in
      p.then(q, "flatMapFirst", { source, inner in source.flatMapFirst { _ in inner } }) {
        let outer = p.trace($0)
        var inners: [Trace] = []
        var end: Int? = 0
        for (time, _) in outer.elements {
          guard let free = end, free <= time else { continue }
          inners.append(q.trace(time))
          end = inners.last?.stop?.time
        }
        return .running(inners + [outer.endAlone])
      }
    },
    { p, q in
      p.then(q, "concatMap", { source, inner in source.concatMap { _ in inner } }) {
        let outer = p.trace($0)
        var inners: [Trace] = []
        var end: Int? = 0
        for (time, _) in outer.elements {
          // One that never gets its turn never ends.
          inners.append(end.map { q.trace(max($0, time)) } ?? [])
          end = inners.last?.stop?.time
        }
        return .running(inners + [outer.endAlone])
      }
    },
  ]
}

extension Trace {
  /// The stop event without the elements. At one time it comes after what the inner sources send
  /// inside `subscribe`.
  fileprivate var endAlone: Trace { stop.map { [$0] } ?? [] }
}
