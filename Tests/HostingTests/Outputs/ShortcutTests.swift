import JSON
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// What is quicker than asking the runtime gives the same answers.
struct ShortcutTests {
  nonisolated class Base {}
  nonisolated final class Derived: Base {}
  nonisolated struct Value: Equatable { let number = 1 }

  @Test func theObjectInAValueIsTheObject() {
    let (base, derived) = (Base(), Derived())
    #expect(ObjectIdentifier(AnyViewModelBox.classInstance(base)) == ObjectIdentifier(base))
    #expect(ObjectIdentifier(AnyViewModelBox.classInstance(derived)) == ObjectIdentifier(derived))
    #expect(
      ObjectIdentifier(AnyViewModelBox.classInstance(derived as Base)) == ObjectIdentifier(derived))
    #expect(
      ObjectIdentifier(AnyViewModelBox.classInstance(Optional(derived) as Any))
        == ObjectIdentifier(derived))
    // What is no object is put into one.
    #expect(AnyViewModelBox.classInstance(7) as? Int == 7)
  }

  @Test func theFormOfAFrequentTypeIsThatOfItsConformance() {
    let types: [Any.Type] = [
      Int.self, Bool.self, Double.self, String.self, Int8.self, Float.self, JSONValue.self,
      [Int].self, Value.self,
    ]
    for type in types {
      let known = convertible(type).map { ObjectIdentifier($0) }
      #expect(known == (type as? any JSONConvertible.Type).map { ObjectIdentifier($0) }, "\(type)")
    }
    #expect(types.filter { convertible($0) != nil }.count >= 5)
  }

  @Test func whetherValuesCanHideIsTheSameForAllTypes() {
    let types: [Any.Type] = [
      Int.self, Bool.self, Double.self, String.self, Int8.self, UInt64.self, Float.self,
      Value.self, Base.self, Int?.self, String?.self, [Int].self, [String].self,
    ]
    for type in types {
      #expect(SilentSetters.canHide(type) == SilentSetters.canValueHide(type), "\(type)")
    }
    #expect(types.map { SilentSetters.canHide($0) }.contains(true))
  }
}
