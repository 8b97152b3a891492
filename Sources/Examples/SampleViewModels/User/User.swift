/// Somebody who uses the app.
package struct User: Codable, Equatable, Identifiable {
  /// What tells users apart.
  package let id: Int

  package init(id: Int) { self.id = id }
}
