@_spi(Host) import JSON
import TestSupport
import Testing

struct NameTableTests {
  /// Random changes, with few names so that slots are shared, freed and taken again; a dictionary
  /// is the model.
  @Test(arguments: [1, 2, 3])
  func isTheSameAsADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = (0..<60).map { String(repeating: "n", count: $0 % 20) + "\($0)" } + ["", "é", "名前"]
    var table = NameTable<Int>()
    var model: [String: Int] = [:]
    for step in 0..<5_000 {
      let name = names.randomElement(using: &random) ?? ""
      let value = Bool.random(using: &random) ? step : nil
      table[name] = value
      model[name] = value
      let other = names.randomElement(using: &random) ?? ""
      #expect(table[other] == model[other])
      #expect(Array(other.utf8).withUnsafeBytes { table[$0] } == model[other])
      #expect(table.count == model.count)
    }
    #expect(model.count > 10)
    #expect(table.values.sorted() == model.values.sorted())
  }

  @Test
  func aNameThatIsNotThereHasNoValue() {
    var table = NameTable<String>()
    table["counter"] = "a"
    #expect(table["Counter"] == nil)
    #expect(table["counter "] == nil)
    #expect(table[""] == nil)
    table["counter"] = nil
    #expect(table["counter"] == nil)
    #expect(table.values.isEmpty)
  }
}
