// The types of RxDataSources that ViewModels use: sections and rows, without the table.

/// A section of a table.
nonisolated public protocol SectionModelType {
  /// A row.
  associatedtype Item
  /// The rows.
  var items: [Item] { get }
  /// Creates a section like `original`, with other rows.
  init(original: Self, items: [Item])
}

/// Something with an identity.
nonisolated public protocol IdentifiableType {
  /// The type of the identity.
  associatedtype Identity: Hashable
  /// The identity, which distinguishes it from others.
  var identity: Identity { get }
}

/// A section whose changes can be computed row by row.
nonisolated public protocol AnimatableSectionModelType: SectionModelType, IdentifiableType
where Item: IdentifiableType & Equatable {}

/// A section of rows under a model, such as a title.
nonisolated public struct SectionModel<Section, ItemType> {
  /// The model above the rows.
  public var model: Section
  /// The rows.
  public var items: [ItemType]

  /// Creates a section.
  public init(model: Section, items: [ItemType]) {
    self.model = model
    self.items = items
  }
}

nonisolated extension SectionModel: SectionModelType {
  /// The model, which identifies the section.
  public var identity: Section { model }

  /// Creates a section like `original`, with other rows.
  public init(original: SectionModel, items: [ItemType]) {
    self.init(model: original.model, items: items)
  }
}

nonisolated extension SectionModel: CustomStringConvertible {
  /// The model and the rows.
  public var description: String { "\(model) > \(items)" }
}

nonisolated extension SectionModel: Equatable where Section: Equatable, ItemType: Equatable {}
nonisolated extension SectionModel: Encodable where Section: Encodable, ItemType: Encodable {}

/// A section with identifiable rows and an identifiable model.
nonisolated public struct AnimatableSectionModel<
  Section: IdentifiableType, ItemType: IdentifiableType & Equatable
> {
  /// The model above the rows.
  public var model: Section
  /// The rows.
  public var items: [ItemType]

  /// Creates a section.
  public init(model: Section, items: [ItemType]) {
    self.model = model
    self.items = items
  }
}

nonisolated extension AnimatableSectionModel: AnimatableSectionModelType {
  /// The identity of the model.
  public var identity: Section.Identity { model.identity }

  /// Creates a section like `original`, with other rows.
  public init(original: AnimatableSectionModel, items: [ItemType]) {
    self.init(model: original.model, items: items)
  }
}

nonisolated extension AnimatableSectionModel: Equatable where Section: Equatable {}
nonisolated extension AnimatableSectionModel: Encodable
where Section: Encodable, ItemType: Encodable {}

nonisolated extension String: IdentifiableType {
  /// The string itself.
  public var identity: String { self }
}

nonisolated extension Int: IdentifiableType {
  /// The number itself.
  public var identity: Int { self }
}
