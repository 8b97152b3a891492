// The types of RxDataSources that ViewModels use: what a table is made of, without the table.

/// A section of a table: its rows, and how to make one like it with others.
nonisolated public protocol SectionModelType {
  /// A row.
  associatedtype Item
  /// The rows.
  var items: [Item] { get }
  /// A section like this one with other rows.
  init(original: Self, items: [Item])
}

/// Something with an identity.
nonisolated public protocol IdentifiableType {
  /// The type of the identity.
  associatedtype Identity: Hashable
  /// What tells it from others.
  var identity: Identity { get }
}

/// A section whose changes can be told row by row.
nonisolated public protocol AnimatableSectionModelType: SectionModelType, IdentifiableType
where Item: IdentifiableType & Equatable {}

/// A section of rows under a model, such as a title.
nonisolated public struct SectionModel<Section, ItemType> {
  /// What stands above the rows.
  public var model: Section
  /// The rows.
  public var items: [ItemType]

  /// A section of these rows.
  public init(model: Section, items: [ItemType]) {
    self.model = model
    self.items = items
  }
}

nonisolated extension SectionModel: SectionModelType {
  /// What tells it from others.
  public var identity: Section { model }

  /// A section like this one with other rows.
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

/// A section of rows with identities under a model with one.
nonisolated public struct AnimatableSectionModel<
  Section: IdentifiableType, ItemType: IdentifiableType & Equatable
> {
  /// What stands above the rows.
  public var model: Section
  /// The rows.
  public var items: [ItemType]

  /// A section of these rows.
  public init(model: Section, items: [ItemType]) {
    self.model = model
    self.items = items
  }
}

nonisolated extension AnimatableSectionModel: AnimatableSectionModelType {
  /// That of the model.
  public var identity: Section.Identity { model.identity }

  /// A section like this one with other rows.
  public init(original: AnimatableSectionModel, items: [ItemType]) {
    self.init(model: original.model, items: items)
  }
}

nonisolated extension AnimatableSectionModel: Equatable where Section: Equatable {}
nonisolated extension AnimatableSectionModel: Encodable
where Section: Encodable, ItemType: Encodable {}

nonisolated extension String: IdentifiableType {
  /// The text.
  public var identity: String { self }
}

nonisolated extension Int: IdentifiableType {
  /// The number.
  public var identity: Int { self }
}
