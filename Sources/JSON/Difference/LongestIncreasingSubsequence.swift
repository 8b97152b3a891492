/// Marks the members of a longest increasing subsequence of different numbers. Negative numbers are
/// ignored.
func longestIncreasingSubsequence(of numbers: [Int]) -> [Bool] {
  var isMember = [Bool](repeating: false, count: numbers.count)
  // For each length, the index of the smallest number that ends a subsequence of that length
  // (patience sorting).
  var ends: [Int] = []
  var predecessors = [Int](repeating: -1, count: numbers.count)
  for (index, number) in numbers.enumerated() where number >= 0 {
    var (low, high) = (0, ends.count)
    // Usually the number extends the longest subsequence so far.
    if let last = ends.last, numbers[last] < number { low = high }
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { predecessors[index] = ends[low - 1] }
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var index = ends.last ?? -1
  while index >= 0 {
    isMember[index] = true
    index = predecessors[index]
  }
  return isMember
}
