import Reactive
import Testing

struct DisposableTests {
  private let log = Log()

  private func disposable(_ name: String) -> any Disposable {
    Disposables.create { log.add(name) }
  }

  @Test func aBagDisposesInTheOrderOfInsertionWhenItIsReleased() {
    do {
      let bag = DisposeBag()
      disposable("1").disposed(by: bag)
      bag.insert(disposable("2"), disposable("3"))
      bag.insert {
        disposable("4")
        if true { disposable("5") }
        for name in ["6", "7"] { disposable(name) }
      }
      #expect(log.lines.isEmpty)
    }
    #expect(log.lines == ["1", "2", "3", "4", "5", "6", "7"])
  }

  @Test func aNewBagReplacesTheOldOne() {
    var bag = DisposeBag()
    disposable("old").disposed(by: bag)
    bag = DisposeBag { disposable("new") }
    #expect(log.lines == ["old"])
    withExtendedLifetime(bag) {}
  }

  @Test func anActionIsCalledOnce() {
    let disposable = Disposables.create { log.add("1") }
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    #expect(disposable.isDisposed)
    #expect(log.lines == ["1"])
  }

  @Test func aGroupDisposesAllAndWhateverComesLater() {
    let group = CompositeDisposable(disposable("1"), disposable("2"))
    let key = group.insert(disposable("3"))
    #expect(group.count == 3)
    if let key { group.remove(for: key) }
    group.dispose()
    #expect(group.insert(disposable("4")) == nil)
    #expect(log.lines == ["3", "1", "2", "4"])
    #expect(group.count == 0)
  }

  @Test func aSerialOneDisposesThePreviousAfterStoringTheNew() {
    let serial = SerialDisposable()
    serial.disposable = Disposables.create {
      log.add("1")
      serial.disposable = disposable("3")
    }
    serial.disposable = disposable("2")
    #expect(log.lines == ["1", "2"])
    serial.dispose()
    serial.disposable = disposable("4")
    #expect(log.lines == ["1", "2", "3", "4"])
  }

  @Test func aSingleAssignmentMayComeAfterTheDisposal() {
    let single = SingleAssignmentDisposable()
    single.dispose()
    single.setDisposable(disposable("1"))
    #expect(log.lines == ["1"])
  }

  @Test func aCountedOneWaitsForAllWhoRetainedIt() {
    let counted = RefCountDisposable(disposable: disposable("1"))
    let (first, second) = (counted.retain(), counted.retain())
    counted.dispose()
    first.dispose()
    first.dispose()
    #expect(log.lines.isEmpty)
    second.dispose()
    #expect(log.lines == ["1"])
  }
}
