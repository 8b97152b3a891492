// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import RxCocoa
import RxSwift

public final class SignupViewModel {
  public struct Input {
    let username: Driver<String>
    let password: Driver<String>
    let signup: Signal<Void>

    public init(username: Driver<String>, password: Driver<String>, signup: Signal<Void>) {
      self.username = username
      self.password = password
      self.signup = signup
    }
  }

  public struct Output {
    public let isEnabled: Driver<Bool>
    public let message: Driver<String>
  }

  public init() {}

  public func transform(input: Input) -> Output {
    let both = Driver.combineLatest(input.username, input.password)
    let isEnabled = both.map { !$0.isEmpty && $1.count > 3 }.distinctUntilChanged()
    let message = input.signup.withLatestFrom(both)
      .debounce(.milliseconds(300))
      .flatMapLatest { name, _ -> Driver<String> in
        let trimmed = name.trimmingCharacters(in: .whitespaces)
        return RxSwift.Observable.just("Welcome, \(trimmed)").asDriver(onErrorJustReturn: "")
      }
    return Output(isEnabled: isEnabled, message: message)
  }
}
