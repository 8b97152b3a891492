/// RxSwift's name for the type of `.rx`: `extension Reactive where Base: APIClient { … }`.
public typealias Reactive = RxExtension

/// Gives all objects of Foundation `.rx`, to which apps add extensions.
extension NSObject: @retroactive ReactiveCompatible {}
