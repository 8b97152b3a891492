/// The object that a value is, if its type is a class.
///
/// `as AnyObject` comes to the same, and first looks for all ways to bridge the value, which takes longer than most of
/// what is then done with the object.
func heldObject(in value: Any) -> AnyObject {
  guard type(of: value) is AnyObject.Type else { return value as AnyObject }
  func object<Held>(_ value: Held) -> AnyObject { unsafeBitCast(value, to: AnyObject.self) }
  return _openExistential(value, do: object)
}
