/// RxSwift's name for what `.rx` gives: `extension Reactive where Base: APIClient { … }`.
public typealias Reactive = RxExtension

/// All objects of Foundation have `.rx`; there is nothing in it but what an app adds.
extension NSObject: @retroactive ReactiveCompatible {}
