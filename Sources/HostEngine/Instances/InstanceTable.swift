@_spi(Host) import JSON
import JSONRPC
import ViewModelKit

/// The living instances of a session, and which of them have something to tell. It cannot be copied, so that a look-up
/// does not count references to its lists.
struct InstanceTable: ~Copyable {
  private var instances = NameTable<Instance>()
  private var createdCount = 0
  private var lastNumber: [String: Int] = [:]
  /// The instances that have something to tell, or to be read, when the turn ends.
  private(set) var pending: [Instance] = []
  /// An empty list to go on with, so that in the steady state none is allocated.
  private var spare: [Instance] = []

  /// The instances that may be given something without anybody being told, by their serial.
  private(set) var silent: [Int: Instance] = [:]

  private var count: Int { instances.count }

  /// In the order of their creation.
  var inOrder: [Instance] { instances.values.sorted { $0.serial < $1.serial } }

  subscript(id: String) -> Instance? { instances[id] }

  /// The instance with that id.
  func instance(_ id: String) throws(RPCError) -> Instance {
    if let instance = self[id] { return instance }
    throw RPCError(
      .unknownInstance, "There is no instance \(id)\(SimilarNames.question(for: id, among: ids))")
  }

  /// The instance with that id.
  func instance(_ id: JSONText) throws(RPCError) -> Instance {
    if let instance = instances[id.bytes] { return instance }
    return try instance(id.string)
  }

  /// The ids in the order of creation; none where there are so many that a frontend with a wrong id would keep the host
  /// busy.
  private var ids: [String] { count > 100 ? [] : inOrder.map(\.id) }

  /// The id for a frontend that chooses none: `counter-1`, or what is free after the last.
  mutating func nextID(for name: String) -> String {
    var number = lastNumber[name, default: 0] + 1
    while self["\(name)-\(number)"] != nil { number += 1 }
    // Those before it are not looked at again, also when it is not used.
    lastNumber[name] = number - 1
    return "\(name)-\(number)"
  }

  /// Takes in a new instance.
  ///
  /// - Parameter isCounted: whether the id is from ``nextID(for:)``.
  mutating func add(
    _ hosted: HostedViewModel, id: String, isCounted: Bool, changes: ChangeLog
  ) -> Instance {
    createdCount += 1
    if isCounted { lastNumber[hosted.description.name, default: 0] += 1 }
    let instance = Instance(id: id, serial: createdCount, hosted: hosted, changes: changes)
    instances[id] = instance
    return instance
  }

  mutating func remove(_ instance: Instance) {
    instances[instance.id] = nil
    if instance.isSilent { silent[instance.serial] = nil }
  }

  /// The instance may be given something without anybody being told.
  mutating func setSilent(_ instance: Instance) {
    if instance.isSilent || instance.isDisposed { return }
    instance.isSilent = true
    silent[instance.serial] = instance
  }

  /// The instance has something to tell, or to be read, when the turn ends.
  mutating func setPending(_ instance: Instance) {
    guard !instance.isPending && !instance.isDisposed else { return }
    instance.isPending = true
    pending.append(instance)
  }

  /// Takes those that are pending, in the order of their creation. What one that is disposed meanwhile had to tell has
  /// been told.
  mutating func takePending() -> [Instance] {
    guard !pending.isEmpty else { return [] }
    var taken: [Instance] = []
    swap(&taken, &spare)
    swap(&taken, &pending)
    for instance in taken { instance.isPending = false }
    if taken.count > 1 { taken.sort { $0.serial < $1.serial } }
    return taken
  }

  /// Takes back the list that ``takePending()`` gave.
  mutating func takeBack(_ list: consuming [Instance]) {
    // Less work than to remove all at once, as there is mostly one.
    while list.popLast() != nil {}
    spare = list
  }
}
