#if os(Linux) && canImport(Glibc)
  import Glibc
  import Synchronization

  /// Makes the clocks of the Swift runtime (`ContinuousClock`, `SuspendingClock`) stand still, and move only when
  /// they are told to.
  ///
  /// `Task.sleep` computes its deadline from such a clock before any executor sees it. With the real clock a process
  /// that loses the processor in between would sleep for another time, and a transcript would not always give the
  /// same bytes. The runtime gets the time from `clock_gettime` of the C library, through a slot in its table of
  /// imported functions (ELF gABI, "Relocation"; x86-64 psABI and AAELF64, `JUMP_SLOT` and `GLOB_DAT`), and that slot
  /// can be set to another function. Wall-clock time stays as it is.
  nonisolated enum RuntimeClock {
    /// Nanoseconds that have passed since ``stop()``.
    static let elapsed = Atomic<Int64>(0)

    /// Whether ``stop()`` was possible.
    private(set) nonisolated(unsafe) static var isStopped = false

    private static let start = Process.nanoseconds()

    private typealias GetTime =
      @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> CInt

    /// The C library's own; the slot may be this program's too, so a plain call would come back here.
    private static let realGetTime = unsafe(GetTime.self, dlsym(nil, "clock_gettime"))

    private static let stoppedGetTime: GetTime = { clock, time in
      guard clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC_RAW
      else { return realGetTime?(clock, time) ?? -1 }
      let now = start + elapsed.load(ordering: .relaxed)
      time?.pointee = timespec(tv_sec: Int(now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
      return 0
    }

    /// Stops the clocks.
    ///
    /// If that is not possible they go on, and deadlines have to be rounded. To be called before there is another
    /// thread.
    static func stop() { isStopped = stopped() }

    private static func stopped() -> Bool {
      guard realGetTime != nil else { return false }
      _ = start
      // In the runtime's library, or in this program when the library is linked into it.
      let function =
        dlsym(nil, "swift_get_time")
        ?? unsafeBitCast(stoppedGetTime, to: UnsafeMutableRawPointer.self)
      guard let image = LoadedImage(containing: UInt(bitPattern: function)) else { return false }
      return image.replaceImport(
        "clock_gettime", by: unsafeBitCast(stoppedGetTime, to: UInt.self))
    }

    private static func unsafe<Function>(
      _ type: Function.Type, _ address: UnsafeMutableRawPointer?
    ) -> Function? {
      address.map { unsafeBitCast($0, to: type) }
    }
  }

  /// A library or program in memory, in the 64-bit form of ELF.
  nonisolated private struct LoadedImage {
    private let base: UnsafeRawPointer
    /// The entries of the dynamic section, by their tag.
    private let dynamic: [Int: UInt]

    private enum Tag {
      static let sizeOfJumpRelocations = 2
      static let strings = 5
      static let symbols = 6
      static let relocations = 7
      static let sizeOfRelocations = 8
      static let jumpRelocations = 23
    }

    /// The one in which an address lies: the first page of the same file in `/proc/self/maps` (proc(5)).
    init?(containing address: UInt) {
      guard let file = Descriptor.open("/proc/self/maps", O_RDONLY) else { return nil }
      defer { file.close() }
      let lines = String(decoding: file.readAll(), as: UTF8.self).split(separator: "\n")
      let mappings = lines.compactMap { line -> (range: Range<UInt>, path: Substring)? in
        let fields = line.split(separator: " ", maxSplits: 5)
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard fields.count == 6, ends.count == 2, ends[0] < ends[1] else { return nil }
        return (ends[0]..<ends[1], fields[5])
      }
      guard let path = mappings.first(where: { $0.range.contains(address) })?.path,
        let first = mappings.first(where: { $0.path == path }),
        let base = UnsafeRawPointer(bitPattern: first.range.lowerBound)
      else { return nil }
      self.init(at: base)
    }

    private init?(at base: UnsafeRawPointer) {
      guard base.loadUnaligned(as: UInt32.self).littleEndian == 0x464C_457F,
        base.load(fromByteOffset: 4, as: UInt8.self) == 2
      else { return nil }
      self.base = base
      let headers = base + Int(base.load(fromByteOffset: 32, as: UInt64.self))
      let size = Int(base.load(fromByteOffset: 54, as: UInt16.self))
      let count = Int(base.load(fromByteOffset: 56, as: UInt16.self))
      let segments = (0..<count).map { headers + $0 * size }
      guard let section = segments.first(where: { $0.load(as: UInt32.self) == 2 }) else {
        return nil
      }
      // In a program that is not relocatable addresses are absolute already.
      let isRelocatable = base.load(fromByteOffset: 16, as: UInt16.self) == 3
      let address = Int(section.load(fromByteOffset: 16, as: UInt64.self))
      guard
        var entry = isRelocatable ? base + address : UnsafeRawPointer(bitPattern: address)
      else { return nil }
      var dynamic: [Int: UInt] = [:]
      while case let tag = entry.load(as: Int.self), tag != 0 {
        dynamic[tag] = entry.load(fromByteOffset: 8, as: UInt.self)
        entry += 16
      }
      self.dynamic = dynamic
    }

    /// Sets the slots through which a function of another library is called.
    func replaceImport(_ name: String, by function: UInt) -> Bool {
      guard let strings = pointer(Tag.strings), let symbols = pointer(Tag.symbols) else {
        return false
      }
      var isDone = false
      for (table, size) in [
        (Tag.jumpRelocations, Tag.sizeOfJumpRelocations), (Tag.relocations, Tag.sizeOfRelocations),
      ] {
        guard let relocations = pointer(table), let size = dynamic[size] else { continue }
        for index in 0..<Int(size) / 24 {
          let relocation = relocations + index * 24
          let symbol = Int(relocation.load(fromByteOffset: 8, as: UInt64.self) >> 32)
          guard symbol != 0 else { continue }
          let text = strings + Int((symbols + symbol * 24).load(as: UInt32.self))
          guard String(cString: text.assumingMemoryBound(to: CChar.self)) == name else { continue }
          let slot = base + Int(relocation.load(as: UInt64.self))
          isDone = write(function, to: UnsafeMutableRawPointer(mutating: slot)) || isDone
        }
      }
      return isDone
    }

    /// Where a table lies. The loader has made the addresses absolute, or left them relative.
    private func pointer(_ tag: Int) -> UnsafeRawPointer? {
      guard let value = dynamic[tag] else { return nil }
      return value < UInt(bitPattern: base)
        ? base + Int(value) : UnsafeRawPointer(bitPattern: value)
    }

    /// Writes to a page that the loader may have made read-only.
    private func write(_ value: UInt, to slot: UnsafeMutableRawPointer) -> Bool {
      let page = sysconf(CInt(_SC_PAGESIZE))
      let start = UnsafeMutableRawPointer(
        bitPattern: UInt(bitPattern: slot) & ~UInt(page - 1))
      guard mprotect(start, page, PROT_READ | PROT_WRITE) == 0 else { return false }
      slot.storeBytes(of: value, as: UInt.self)
      return true
    }
  }
#else
  import Synchronization

  /// The clocks of the Swift runtime go on here, and deadlines have to be rounded.
  nonisolated enum RuntimeClock {
    static let elapsed = Atomic<Int64>(0)
    static let isStopped = false
    static func stop() {}
  }
#endif
