import JSON

/// What the articles' lists are made of.
struct Item: Codable, Identifiable, Equatable {
  let id: Int
  var name: String
}

/// The documents that are measured, always the same.
enum Documents {
  /// Items whose names are as long as people's names are.
  static func items(_ count: Int) -> [Item] {
    let first = ["Ada", "Edsger", "Grace", "Barbara", "Donald", "Margaret", "Niklaus", "Leslie"]
    let last = [
      "Liskov", "Knuth", "Hopper", "Lovelace", "Dijkstra", "Hamilton", "Wirth", "Lamport",
    ]
    var generator = SeededGenerator(state: 1)
    return (0..<count).map { id in
      let bits = generator.next()
      return Item(id: id, name: first[Int(bits & 7)] + " " + last[Int(bits >> 3 & 7)])
    }
  }

  /// The text of items, at least so many bytes of it.
  static func itemsText(bytes: Int) -> [UInt8] {
    var writer = JSONWriter(minimumCapacity: bytes + 64)
    writer.writeRaw("[")
    for item in items(bytes / 24) {
      guard writer.count < bytes else { break }
      if item.id > 0 { writer.writeRaw(",") }
      writer.writeRaw("{\"id\":")
      writer.write(integer: Int64(item.id))
      writer.writeRaw(",\"name\":")
      writer.write(string: item.name)
      writer.writeRaw("}")
    }
    writer.writeRaw("]")
    return writer.withBytes { Array($0) }
  }

  /// The text of doubles with all their digits, as measuring instruments and maps give them.
  static func doublesText(bytes: Int) -> [UInt8] {
    var generator = SeededGenerator(state: 2)
    var writer = JSONWriter(minimumCapacity: bytes + 64)
    writer.writeRaw("[0")
    while writer.count < bytes {
      writer.writeRaw(",")
      writer.write(double: Double.random(in: -1000...1000, using: &generator))
    }
    writer.writeRaw("]")
    return writer.withBytes { Array($0) }
  }
}
