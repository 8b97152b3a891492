/// A key that somebody has pressed.
package nonisolated enum Key: Hashable, Sendable {
  case text(String)
  case enter, tab, backTab, backspace, delete, insert, escape
  case left, right, up, down, home, end, pageUp, pageDown, wordLeft, wordRight
  case shiftUp, shiftDown, shiftLeft, shiftRight
  /// One of those above the digits, from 1 on.
  case function(Int)
  /// A letter with the control key: `control("A")`; the space bar is `control("@")`.
  case control(Character)
  /// A letter with Alt, or after Escape.
  case alt(Character)
  /// One of the keys above with Alt.
  indirect case altKey(Key)
  case mouse(Mouse)

  /// What somebody has done with the mouse.
  package struct Mouse: Hashable, Sendable {
    package enum Action: Sendable { case press, release, drag, wheelUp, wheelDown }

    package let action: Action
    /// From the left and the top of the terminal, which are 0.
    package let column: Int
    package let row: Int
    /// Whether the shift key is held.
    package let hasShift: Bool
    /// Whether it is another button than the left one.
    package let isSecondary: Bool
  }
}
