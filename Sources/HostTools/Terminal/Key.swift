/// A pressed key.
package nonisolated enum Key: Hashable, Sendable {
  case text(String)
  case enter, tab, backTab, backspace, delete, insert, escape
  case left, right, up, down, home, end, pageUp, pageDown, wordLeft, wordRight
  case shiftUp, shiftDown, shiftLeft, shiftRight
  /// A function key, from 1.
  case function(Int)
  /// A letter with Control: `control("A")`; the space bar is `control("@")`.
  case control(Character)
  /// A letter with Alt, or after Escape.
  case alt(Character)
  /// A special key with Alt.
  indirect case altKey(Key)
  case mouse(Mouse)

  /// A mouse event.
  package struct Mouse: Hashable, Sendable {
    package enum Action: Sendable { case press, release, drag, wheelUp, wheelDown }

    package let action: Action
    /// The column and row from the top left, which are 0.
    package let column: Int
    package let row: Int
    /// Whether the shift key is held.
    package let hasShift: Bool
    /// Whether the button is not the left one.
    package let isSecondary: Bool
  }
}
