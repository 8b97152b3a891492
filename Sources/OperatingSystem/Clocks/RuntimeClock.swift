#if os(Linux) && canImport(Glibc)
  import LibC

  /// Replaces the clocks of the Swift runtime (`ContinuousClock`, `SuspendingClock`).
  ///
  /// `Task.sleep` computes its deadline from such a clock before an executor sees it. With the real
  /// clock, a process that loses the processor in between would sleep for a different time, and a
  /// transcript would not always give the same bytes. The runtime calls `clock_gettime` of the C
  /// library through a slot in its table of imported functions (ELF gABI, "Relocation"; x86-64
  /// psABI and AAELF64, `JUMP_SLOT` and `GLOB_DAT`), and this code sets that slot to another
  /// function. Wall-clock time does not change.
  package enum RuntimeClock {
    /// Whether ``replace(by:)`` was possible.
    nonisolated(unsafe) package private(set) static var isReplaced = false

    /// The replaced time, in nanoseconds since ``start``.
    nonisolated(unsafe) private static var time: @Sendable () -> Int64 = { 0 }

    private static let start = Process.nanoseconds()

    private typealias GetTime =
      @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> CInt

    /// The function of the C library.
    private static let realGetTime = unsafe(GetTime.self, dlsym(nil, "clock_gettime"))

    /// Reads a clock of the system. If the runtime is linked into this program, a plain call would
    /// reach the replacement.
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

    /// Replaces the clocks by a function that returns nanoseconds and is called on the reading
    /// thread.
    ///
    /// If that is not possible, the clocks stay real, and the caller must round deadlines. Call it
    /// before other threads exist.
    package static func replace(by time: @escaping @Sendable () -> Int64) {
      self.time = time
      isReplaced = replaced()
    }

    private static func replaced() -> Bool {
      guard realGetTime != nil else { return false }
      _ = start
      // The function is in the runtime's library, or in this program if that is linked statically.
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

  /// A library or program in memory, in 64-bit ELF form. Its header leads to the table of segments,
  /// one of which is the dynamic section, which leads to the tables of imported functions.
  ///
  ///     header ──▶ segments ──▶ dynamic section ──┬─▶ relocations ──▶ slot (function address)
  ///                                               │       └─ number of a symbol
  ///                                               ├─▶ symbols ──▶ offset of a name
  ///                                               └─▶ strings ──▶ name
  struct LoadedImage {
    private let base: UnsafeRawPointer
    /// The entries of the dynamic section by tag.
    private let dynamic: [Int: UInt]

    /// The offsets of the header's fields in bytes (ELF gABI, "ELF Header", `Elf64_Ehdr`).
    private enum Header {
      static let magic: UInt32 = 0x464C_457F
      static let fileClass = 4
      static let fileClassOf64Bits: UInt8 = 2
      static let type = 16
      /// The type of a library or a position-independent program.
      static let typeOfShared: UInt16 = 3
      static let segments = 32
      static let segmentSize = 54
      static let segmentCount = 56
    }

    /// The offsets of a segment's fields (`Elf64_Phdr`).
    private enum Segment {
      static let type = 0
      static let typeOfLoaded: UInt32 = 1
      static let typeOfDynamic: UInt32 = 2
      static let address = 16
      static let sizeInMemory = 40
      static let size = 56
    }

    /// The offsets of a dynamic entry's fields (`Elf64_Dyn`).
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

    /// The offsets of a relocation's fields (`Elf64_Rela`); the index of the symbol is in the upper
    /// half of the information.
    private enum Relocation {
      static let slot = 0
      static let information = 8
      static let size = 24
    }

    /// The offsets of a symbol's fields (`Elf64_Sym`).
    private enum Symbol {
      static let name = 0
      static let size = 24
    }

    /// The offsets of the loader's description of an image (dl_iterate_phdr(3), `dl_phdr_info`).
    private enum Loaded {
      static let address = 0
      static let segments = 16
      static let segmentCount = 24
    }

    /// An address, and the start of the image that contains it, once found.
    private typealias Search = (address: UInt, base: UInt?)

    /// Finds the image that contains an address; it starts with its first segment in memory.
    init?(containing address: UInt) {
      var search: Search = (address, nil)
      _ = forEachLoaded(Self.find, &search)
      guard let base = search.base.flatMap(UnsafeRawPointer.init(bitPattern:)) else { return nil }
      self.init(at: base)
    }

    /// Checks whether this image contains the address, and ends the search if so.
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
      // A program with a fixed position has absolute addresses.
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

    /// Sets the slots for a function of another library.
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

    /// Returns the address of a table, which the loader has made absolute or left relative.
    private func pointer(_ tag: Int) -> UnsafeRawPointer? {
      guard let value = dynamic[tag] else { return nil }
      return value < UInt(bitPattern: base)
        ? base + Int(value) : UnsafeRawPointer(bitPattern: value)
    }

    /// Writes to a page that may be read-only.
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

  // Swift's module of the C library lacks `link.h`. The iteration ends at the first nonzero result.
  @_silgen_name("dl_iterate_phdr")
  private func forEachLoaded(
    _ body: LoadedImageBody, _ data: UnsafeMutableRawPointer
  ) -> CInt
#else
  /// A stub: the clocks of the Swift runtime stay real here, and deadlines must be rounded.
  package enum RuntimeClock {
    package static let isReplaced = false
    package static func replace(by time: @escaping @Sendable () -> Int64) {}
  }
#endif
