/// A pager is asked for an item that it does not have.
struct NoSuchItem: Error, CustomStringConvertible {
  let index: Int
  let count: Int
  var description: String { "There is no item \(index), the pager has \(count)" }
}
