import ViewModelKit

/// Looking for what nobody has told of: setters that found a new value equal to the old one.
extension Session {
  /// So many instances are all looked at in each turn; of more only those to which something has happened, and the
  /// others when it is quiet.
  private static let instanceLimit = 32
  /// The same for an instance with more places of memory than this.
  private static let placeLimit = 64
  /// With more than this an instance is looked at when it is quiet, and not in a turn, whatever has happened to it: to
  /// look at 100,000 rows takes longer than all else that the change of one of them sets off.
  private static let turnLimit = 10_000

  /// Something has happened to an instance in this turn: an input, or a change.
  func touch(_ instance: Instance) {
    if instance.isTouched || !instance.hosted.mayChangeSilently { return }
    instance.isTouched = true
    turn.touched.append(instance)
  }

  /// Has outputs read that may have changed without anybody being told.
  func findSilentChanges() {
    hasUnseen = false
    if instances.silent.isEmpty { return }
    if turn.isQuiet || instances.silent.count <= Self.instanceLimit {
      for instance in instances.silent.values {
        let limit = instance.isTouched ? Self.turnLimit : Self.placeLimit
        if turn.isQuiet || instance.hosted.silentPlaces <= limit {
          findSilentChanges(of: instance)
        } else {
          hasUnseen = true
        }
      }
    } else {
      hasUnseen = true
      for instance in turn.touched where instance.hosted.silentPlaces <= Self.turnLimit {
        findSilentChanges(of: instance)
      }
    }
    for instance in turn.touched { instance.isTouched = false }
    turn.touched.removeAll(keepingCapacity: true)
  }

  private func findSilentChanges(of instance: Instance) {
    guard instance.hosted.findSilentChanges() else { return }
    instances.setPending(instance)
    // Those that share the object have it in their outputs, too.
    for (_, user) in instance.users { readAgain(user.instance) }
    for used in instance.used { readAgain(used) }
  }

  /// Reads all outputs of an instance again in this turn, whatever was told of them.
  func readAgain(_ instance: Instance) {
    instance.hosted.readAgain()
    instances.setPending(instance)
  }
}
