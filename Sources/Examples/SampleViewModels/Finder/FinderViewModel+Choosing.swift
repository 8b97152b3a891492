/// Rows that are chosen, and taken back.
extension FinderViewModel {
  /// Chooses a row, or takes it back.
  ///
  /// - Parameter id: of which candidate, whatever the rows are by now; of the current row when
  ///   there is none. An error is reported when there is no such candidate.
  func toggle(id: Int?) {
    if let id {
      if has(id) { toggle(id) }
    } else {
      whenFound { finder in finder.current.map(finder.toggle) }
    }
  }

  private func toggle(_ id: Int) {
    var new = selection
    let isThere = new.remove(id)
    let isComplete = isThere || new.add([id], of: all)
    choose(new, isComplete: isComplete)
  }

  /// Chooses all rows that there are.
  func selectAll() {
    whenFound { finder in
      var new = finder.selection
      let isComplete = new.add(finder.matches.ids, of: finder.all)
      finder.choose(new, isComplete: isComplete)
    }
  }

  /// Takes all rows back that there are; what has been chosen among others stays.
  func deselectAll() {
    whenFound { finder in _ = finder.selection.remove(finder.matches.ids) }
  }

  /// Chooses all rows that have not been, and takes the others back.
  func toggleAll() {
    whenFound { finder in
      var new = finder.selection
      let removed = new.remove(finder.matches.ids)
      let isComplete = new.add(finder.matches.ids, without: removed, of: finder.all)
      finder.choose(new, isComplete: isComplete)
    }
  }

  private func choose(_ new: FinderSelection, isComplete: Bool) {
    selection = new
    if isComplete { return }
    onError?("no more than \(FinderSelection.limit) rows can be chosen: the others are not")
  }

  /// Whether there is such a candidate; else that is an error.
  func has(_ id: Int) -> Bool {
    if all.ids.contains(id) { return true }
    onError?("there is no candidate \(id)")
    return false
  }
}
