/// For each new key the place of the same old one, or ``ListEdits/noSource``; nil when a key is there
/// twice, and so does not identify.
func matches<Key: Hashable>(in old: [Key], of new: [Key]) -> [Int]? {
  if new.isEmpty { return [] }
  var places = [Key: Int](minimumCapacity: old.count)
  for (place, key) in old.enumerated() {
    guard places.updateValue(place, forKey: key) == nil else { return nil }
  }
  var seen = Set<Int>()
  var sources: [Int] = []
  sources.reserveCapacity(new.count)
  for key in new {
    let place = places[key] ?? ListEdits.noSource
    guard place == ListEdits.noSource || seen.insert(place).inserted else { return nil }
    sources.append(place)
  }
  return sources
}

/// For each new element an equal old one, or ``ListEdits/noSource``: first those of a longest common
/// subsequence, where that is quickly found; then whatever has moved.
func equalElements(of old: [JSONValue], in new: [JSONValue]) -> [Int] {
  guard !old.isEmpty, !new.isEmpty else {
    return Array(repeating: ListEdits.noSource, count: new.count)
  }
  var sources =
    commonSubsequence(of: old, new, maximumEdits: 64)
    ?? Array(repeating: ListEdits.noSource, count: new.count)

  var isTaken = [Bool](repeating: false, count: old.count)
  for source in sources where source != ListEdits.noSource { isTaken[source] = true }
  // The first old place of each value, and for each place the next one of the same value.
  var firstPlaces = [JSONValue: Int](minimumCapacity: old.count)
  var nextPlaces = [Int](repeating: ListEdits.noSource, count: old.count)
  for (place, element) in old.enumerated().reversed() where !isTaken[place] {
    if let next = firstPlaces.updateValue(place, forKey: element) { nextPlaces[place] = next }
  }
  for (place, element) in new.enumerated() where sources[place] == ListEdits.noSource {
    guard let source = firstPlaces[element], source != ListEdits.noSource else { continue }
    sources[place] = source
    firstPlaces[element] = nextPlaces[source]
  }
  return sources
}
