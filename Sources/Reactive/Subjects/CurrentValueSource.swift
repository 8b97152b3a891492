/// A sequence that always has a current value, which whoever subscribes gets at once.
@MainActor package protocol CurrentValueSource: ObservableConvertibleType {}

extension BehaviorRelay: CurrentValueSource {}
