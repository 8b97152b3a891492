/// A user of the app.
package struct User: Codable, Equatable, Identifiable {
  /// Identifies the user.
  package let id: Int

  package init(id: Int) { self.id = id }
}
