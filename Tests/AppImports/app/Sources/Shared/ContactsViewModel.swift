// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Differentiator
import NSObject_Rx
import RxCocoa
import RxDataSources
import RxOptional
import RxSwift
import RxSwiftExt
import UIKit.UIImage

public struct Contact: Codable, Equatable {
  public let name: String
  public let mail: String?
}

/// The base class of an app's ViewModels, which has no bag of its own.
public class BaseViewModel: NSObject {
  /// How many subscriptions there are.
  public static let living = BehaviorRelay(value: 0)

  func bind<Element>(_ source: Observable<Element>, to relay: BehaviorRelay<Element>) {
    let living = BaseViewModel.living
    source
      .do(
        onSubscribe: { living.accept(living.value + 1) },
        onDispose: { living.accept(living.value - 1) }
      )
      .bind(to: relay).disposed(by: rx.disposeBag)
  }
}

public final class ContactsViewModel: BaseViewModel {
  public struct Input {
    let contact: Driver<Contact>
    let keyword: Driver<String>

    public init(contact: Driver<Contact>, keyword: Driver<String>) {
      self.contact = contact
      self.keyword = keyword
    }
  }

  public struct Output {
    public let sections: BehaviorRelay<[SectionModel<String, String>]>
    public let mails: Observable<[String]>
    public let keyword: BehaviorRelay<String>
    public let avatar: Driver<UIImage?>
    public let color: UIColor
    public let posted: Observable<String>
    public let isEmpty: Observable<Bool>
  }

  private let pause = DispatchTimeInterval.milliseconds(300)

  public override init() {}

  public func transform(input: Input) -> Output {
    let sections = BehaviorRelay<[SectionModel<String, String>]>(value: [])
    let names = input.contact.asObservable().mapAt(\.name).ignore("nobody")
    bind(
      names.scan([]) { $0 + [$1] }.map { [SectionModel(model: "all", items: $0)] }, to: sections)
    let keyword = BehaviorRelay(value: "")
    bind(input.keyword.throttle(pause).asObservable().filterEmpty(), to: keyword)
    let mails = input.contact.asObservable().map(\.mail).filterNil()
      .merge(with: input.contact.asObservable().map(\.mail).replaceNilWith("none"))
      .scan([]) { $0 + [$1] }.mapMany { $0.uppercased() }
    let posted = NotificationCenter.default.rx.notification(Notification.Name("posted"))
      .map { $0.object as? String }.unwrap()
    return Output(
      sections: sections, mails: mails, keyword: keyword,
      avatar: input.contact.map { UIImage(named: $0.name) }, color: .orange, posted: posted,
      isEmpty: sections.map { $0.isEmpty })
  }
}

public final class BoundViewModel: BaseViewModel {
  public let number = BehaviorRelay(value: 0)

  public override init() {
    super.init()
    bind(.never(), to: number)
  }

  public func post(_ text: String) {
    NotificationCenter.default.post(name: Notification.Name("posted"), object: text)
  }
}
