import Contracts
import JSON

/// The arguments of one input, or the parameters of one ViewModel: names, types and defaults.
package struct Signature {
  package struct Slot {
    package let name: String
    package let type: any Decodable.Type
    package let defaultValue: Any?

    var schema: JSONValue { Schema.of(type) }
    package var isRequired: Bool { defaultValue == nil && !(type is any OptionalType.Type) }

    package init(name: String, type: any Decodable.Type, defaultValue: Any?) {
      self.name = name
      self.type = type
      self.defaultValue = defaultValue
    }
  }

  package let slots: [Slot]

  package init(_ slots: [Slot]) { self.slots = slots }
}
