#if os(Linux) && canImport(Glibc)
  import LibC

  /// Has the clocks of the Swift runtime (`ContinuousClock`, `SuspendingClock`) tell another time.
  ///
  /// `Task.sleep` computes its deadline from such a clock before any executor sees it. With the real clock a process
  /// that loses the processor in between would sleep for another time, and a transcript would not always give the
  /// same bytes. The runtime gets the time from `clock_gettime` of the C library, through a slot in its table of
  /// imported functions (ELF gABI, "Relocation"; x86-64 psABI and AAELF64, `JUMP_SLOT` and `GLOB_DAT`), and that slot
  /// can be set to another function. Wall-clock time stays as it is.
  package enum RuntimeClock {
    /// Whether ``replace(by:)`` was possible.
    nonisolated(unsafe) package private(set) static var isReplaced = false

    /// The time that they tell, in nanoseconds since ``start``.
    nonisolated(unsafe) private static var time: @Sendable () -> Int64 = { 0 }

    private static let start = Process.nanoseconds()

    private typealias GetTime =
      @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> CInt

    /// The C library's own.
    private static let realGetTime = unsafe(GetTime.self, dlsym(nil, "clock_gettime"))

    /// Reads a clock of the system. Where the runtime is linked into this program a plain call would read what the
    /// runtime does.
    static func readReal(_ clock: clockid_t, _ time: inout timespec) {
      guard isReplaced, let realGetTime else {
        clock_gettime(clock, &time)
        return
      }
      _ = realGetTime(clock, &time)
    }

    private static let replacement: GetTime = { clock, time in
      guard clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC_RAW
      else { return realGetTime?(clock, time) ?? -1 }
      let now = start + RuntimeClock.time()
      time?.pointee = timespec(tv_sec: Int(now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
      return 0
    }

    /// Has the clocks tell the time that a function gives, in nanoseconds, on the thread that asks.
    ///
    /// If that is not possible they go on as before, and deadlines have to be rounded. To be called before there is
    /// another thread.
    package static func replace(by time: @escaping @Sendable () -> Int64) {
      self.time = time
      isReplaced = replaced()
    }

    private static func replaced() -> Bool {
      guard realGetTime != nil else { return false }
      _ = start
      // In the runtime's library, or in this program when the library is linked into it.
      let function =
        dlsym(nil, "swift_get_time")
        ?? unsafeBitCast(replacement, to: UnsafeMutableRawPointer.self)
      guard let image = LoadedImage(containing: UInt(bitPattern: function)) else { return false }
      return image.replaceImport("clock_gettime", by: unsafeBitCast(replacement, to: UInt.self))
    }

    private static func unsafe<Function>(
      _ type: Function.Type, _ address: UnsafeMutableRawPointer?
    ) -> Function? {
      address.map { unsafeBitCast($0, to: type) }
    }
  }

  /// A library or program in memory, in the 64-bit form of ELF: its header leads to the table of segments, one of
  /// which is the dynamic section, and that to the tables through which functions of other libraries are called.
  ///
  ///     header ──▶ segments ──▶ dynamic section ──┬─▶ relocations ──▶ slot (the function's address)
  ///                                               │       └─ number of a symbol
  ///                                               ├─▶ symbols ──▶ offset of a name
  ///                                               └─▶ strings ──▶ name
  struct LoadedImage {
    private let base: UnsafeRawPointer
    /// The entries of the dynamic section, by their tag.
    private let dynamic: [Int: UInt]

    /// Where the fields of the header are, in bytes (ELF gABI, "ELF Header", `Elf64_Ehdr`).
    private enum Header {
      static let magic: UInt32 = 0x464C_457F
      static let fileClass = 4
      static let fileClassOf64Bits: UInt8 = 2
      static let type = 16
      /// That of a library or of a program that may lie anywhere.
      static let typeOfShared: UInt16 = 3
      static let segments = 32
      static let segmentSize = 54
      static let segmentCount = 56
    }

    /// Those of a segment (`Elf64_Phdr`).
    private enum Segment {
      static let type = 0
      static let typeOfLoaded: UInt32 = 1
      static let typeOfDynamic: UInt32 = 2
      static let address = 16
      static let sizeInMemory = 40
      static let size = 56
    }

    /// Those of an entry of the dynamic section (`Elf64_Dyn`).
    private enum Entry {
      static let tag = 0
      static let value = 8
      static let size = 16
    }

    private enum Tag {
      static let end = 0
      static let sizeOfJumpRelocations = 2
      static let strings = 5
      static let symbols = 6
      static let relocations = 7
      static let sizeOfRelocations = 8
      static let jumpRelocations = 23
    }

    /// Those of a relocation (`Elf64_Rela`); the number of the symbol is in the upper half of the information.
    private enum Relocation {
      static let slot = 0
      static let information = 8
      static let size = 24
    }

    /// Those of a symbol (`Elf64_Sym`).
    private enum Symbol {
      static let name = 0
      static let size = 24
    }

    /// What the loader tells of each (dl_iterate_phdr(3), `dl_phdr_info`).
    private enum Loaded {
      static let address = 0
      static let segments = 16
      static let segmentCount = 24
    }

    /// An address, and where the image begins in which it lies, once that is found.
    private typealias Search = (address: UInt, base: UInt?)

    /// The one in which an address lies; it begins with its first segment in memory.
    init?(containing address: UInt) {
      var search: Search = (address, nil)
      _ = forEachLoaded(Self.find, &search)
      guard let base = search.base.flatMap(UnsafeRawPointer.init(bitPattern:)) else { return nil }
      self.init(at: base)
    }

    /// Looks whether the address lies in this one, and ends the search then.
    private static let find: LoadedImageBody = { image, _, search in
      let search = search.assumingMemoryBound(to: Search.self)
      let start = image.load(fromByteOffset: Loaded.address, as: UInt.self)
      let segments = image.load(fromByteOffset: Loaded.segments, as: UnsafeRawPointer.self)
      var base: UInt?
      for index in 0..<Int(image.load(fromByteOffset: Loaded.segmentCount, as: UInt16.self)) {
        let segment = segments + index * Segment.size
        let type = segment.load(fromByteOffset: Segment.type, as: UInt32.self)
        guard type == Segment.typeOfLoaded else { continue }
        let first = start &+ segment.load(fromByteOffset: Segment.address, as: UInt.self)
        let size = segment.load(fromByteOffset: Segment.sizeInMemory, as: UInt.self)
        base = base ?? first
        guard search.pointee.address >= first, search.pointee.address - first < size else {
          continue
        }
        search.pointee.base = base
        return 1
      }
      return 0
    }

    private init?(at base: UnsafeRawPointer) {
      guard base.loadUnaligned(as: UInt32.self).littleEndian == Header.magic,
        base.load(fromByteOffset: Header.fileClass, as: UInt8.self) == Header.fileClassOf64Bits
      else { return nil }
      self.base = base
      let segments = base + Int(base.load(fromByteOffset: Header.segments, as: UInt64.self))
      let size = Int(base.load(fromByteOffset: Header.segmentSize, as: UInt16.self))
      let count = Int(base.load(fromByteOffset: Header.segmentCount, as: UInt16.self))
      let section = (0..<count).map { segments + $0 * size }.first {
        $0.load(fromByteOffset: Segment.type, as: UInt32.self) == Segment.typeOfDynamic
      }
      guard let section else { return nil }
      // In a program that is not relocatable addresses are absolute already.
      let type = base.load(fromByteOffset: Header.type, as: UInt16.self)
      let address = Int(section.load(fromByteOffset: Segment.address, as: UInt64.self))
      guard
        var entry =
          type == Header.typeOfShared ? base + address : UnsafeRawPointer(bitPattern: address)
      else { return nil }
      var dynamic: [Int: UInt] = [:]
      while case let tag = entry.load(fromByteOffset: Entry.tag, as: Int.self), tag != Tag.end {
        dynamic[tag] = entry.load(fromByteOffset: Entry.value, as: UInt.self)
        entry += Entry.size
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
        for index in 0..<Int(size) / Relocation.size {
          let relocation = relocations + index * Relocation.size
          let information = relocation.load(
            fromByteOffset: Relocation.information, as: UInt64.self)
          let number = Int(information >> 32)
          guard number != 0 else { continue }
          let symbol = symbols + number * Symbol.size
          let text = strings + Int(symbol.load(fromByteOffset: Symbol.name, as: UInt32.self))
          guard strcmp(text.assumingMemoryBound(to: CChar.self), name) == 0 else { continue }
          let slot = relocation.load(fromByteOffset: Relocation.slot, as: UInt64.self)
          isDone =
            write(function, to: UnsafeMutableRawPointer(mutating: base + Int(slot))) || isDone
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

  private typealias LoadedImageBody =
    @convention(c) (
      _ image: UnsafeRawPointer, _ size: Int, _ data: UnsafeMutableRawPointer
    ) -> CInt

  // `link.h`, which Swift's module of the C library leaves out. It ends with the first call that returns something else
  // than 0.
  @_silgen_name("dl_iterate_phdr")
  private func forEachLoaded(
    _ body: LoadedImageBody, _ data: UnsafeMutableRawPointer
  ) -> CInt
#else
  /// The clocks of the Swift runtime go on here, and deadlines have to be rounded.
  package enum RuntimeClock {
    package static let isReplaced = false
    package static func replace(by time: @escaping @Sendable () -> Int64) {}
  }
#endif
