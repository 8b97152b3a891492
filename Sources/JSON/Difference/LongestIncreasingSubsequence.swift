/// Marks the members of a longest subsequence of numbers, all different, that increases. Negative
/// numbers are passed over.
func longestIncreasingSubsequence(of numbers: [Int]) -> [Bool] {
  var isMember = [Bool](repeating: false, count: numbers.count)
  // For each length, the place of the least number that ends a subsequence of it (patience sorting).
  var ends: [Int] = []
  var predecessors = [Int](repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() where number >= 0 {
    var (low, high) = (0, ends.count)
    // Mostly it is longer by one than the longest so far.
    if let last = ends.last, numbers[last] < number { low = high }
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { predecessors[place] = ends[low - 1] }
    if low == ends.count { ends.append(place) } else { ends[low] = place }
  }
  var place = ends.last ?? -1
  while place >= 0 {
    isMember[place] = true
    place = predecessors[place]
  }
  return isMember
}
