import JSON

/// Keeps what a stored value refers to, so that no other value can come to lie there: then memory that looks the same
/// is the same.
///
/// An object is not owned, and only its memory not given away; nor is where the elements of a collection lie: while
/// anybody else owned that, who changes one element would copy them all.
enum Retained {
  case nothing
  case text(String)
  case reference(Unowned)
  case value(Any)
  case parts([Retained])

  /// An object that may be gone; where it was is no other one.
  struct Unowned: Equatable {
    private unowned let object: AnyObject
    private let identifier: ObjectIdentifier

    init(_ object: AnyObject) {
      self.object = object
      identifier = ObjectIdentifier(object)
    }

    static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }
  }

  /// How values of a type are kept.
  enum Kind {
    case nothing
    case text
    /// An object, which is not weak, or a collection: a reference to where the elements lie.
    case reference
    case parts([(offset: Int, kind: Kind)])
    case value(Any.Type)

    init(_ type: Any.Type) { self = Kind(known: type) ?? .value(type) }

    /// Of a struct is known what it consists of, but not which references in it are weak.
    private init?(known type: Any.Type) {
      if type == String.self {
        self = .text
      } else if isTrivial(type) {
        self = .nothing
      } else if type is any StandardCollection.Type {
        self = .reference
      } else if !(type is AnyObject.Type), let fields = StoredField.all(of: type) {
        var parts: [(offset: Int, kind: Kind)] = []
        for field in fields {
          guard let kind = Kind(known: field.type) else { return nil }
          parts.append((field.offset, kind))
        }
        self = .parts(parts)
      } else {
        return nil
      }
    }
  }

  /// Keeps what is stored at an address.
  init(_ kind: Kind, at address: UnsafeRawPointer) {
    switch kind {
    case .nothing: self = .nothing
    case .text: self = .text(address.load(as: String.self))
    case .reference: self = .reference(Unowned(address.load(as: AnyObject.self)))
    case .parts(let parts):
      self = .parts(parts.map { Retained($0.kind, at: address + $0.offset) })
    case .value(let type): self = .value(copy(type, at: address))
    }
  }
}

extension Retained {
  /// The references that it keeps; `nil` if those of a value are not known.
  var references: [Unowned]? {
    switch self {
    case .nothing, .text: return []
    case .reference(let reference): return [reference]
    case .value: return nil
    case .parts(let parts):
      var references: [Unowned] = []
      for part in parts {
        guard let inPart = part.references else { return nil }
        references += inPart
      }
      return references
    }
  }
}

private func isTrivial<T>(_ type: T.Type) -> Bool { _isPOD(type) }

private func copy<T>(_ type: T.Type, at address: UnsafeRawPointer) -> Any {
  address.load(as: type)
}

private protocol StandardCollection {}
extension Array: StandardCollection {}
extension Dictionary: StandardCollection {}
extension Set: StandardCollection {}
