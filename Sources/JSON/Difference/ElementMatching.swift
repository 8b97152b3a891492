/// Returns for each new key the index of the same old one, or ``ListEdits/noSource``; nil if a key
/// occurs twice and so does not identify.
func matches<Key: Hashable>(in old: [Key], of new: [Key]) -> [Int]? {
  if new.isEmpty { return [] }
  var indices = [Key: Int](minimumCapacity: old.count)
  for (index, key) in old.enumerated() {
    guard indices.updateValue(index, forKey: key) == nil else { return nil }
  }
  var seen = Set<Int>()
  var sources: [Int] = []
  sources.reserveCapacity(new.count)
  for key in new {
    let index = indices[key] ?? ListEdits.noSource
    guard index == ListEdits.noSource || seen.insert(index).inserted else { return nil }
    sources.append(index)
  }
  return sources
}

/// Returns for each new element the index of an equal old one, or ``ListEdits/noSource``: first
/// those of a longest common subsequence, if it is found quickly, then moved ones.
func equalElements(of old: [JSONValue], in new: [JSONValue]) -> [Int] {
  guard !old.isEmpty, !new.isEmpty else {
    return Array(repeating: ListEdits.noSource, count: new.count)
  }
  var sources =
    commonSubsequence(of: old, new, maximumEdits: 64)
    ?? Array(repeating: ListEdits.noSource, count: new.count)

  var isTaken = [Bool](repeating: false, count: old.count)
  for source in sources where source != ListEdits.noSource { isTaken[source] = true }
  // The first old index of each value, and for each index the next one of the same value.
  var firstIndices = [JSONValue: Int](minimumCapacity: old.count)
  var nextIndices = [Int](repeating: ListEdits.noSource, count: old.count)
  for (index, element) in old.enumerated().reversed() where !isTaken[index] {
    if let next = firstIndices.updateValue(index, forKey: element) { nextIndices[index] = next }
  }
  for (index, element) in new.enumerated() where sources[index] == ListEdits.noSource {
    guard let source = firstIndices[element], source != ListEdits.noSource else { continue }
    sources[index] = source
    firstIndices[element] = nextIndices[source]
  }
  return sources
}
