import Glibc

/// Bytes that are put one behind the other: what a text is assembled in.
///
/// An array would check and count references at every byte; here only growing costs something.
struct TextBuffer: ~Copyable {
    private(set) var count = 0
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init(capacity: Int = 4_096) {
        self.capacity = max(capacity, 64)
        start = Self.block(malloc(self.capacity), self.capacity)
    }

    deinit {
        free(start)
    }

    private static func block(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutablePointer<UInt8> {
        guard let memory else { preconditionFailure("no memory for \(size) bytes") }
        return memory.bindMemory(to: UInt8.self, capacity: size)
    }

    /// Good until the next change.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Forgets the bytes and keeps the room.
    mutating func removeAll() {
        count = 0
    }

    /// Forgets the first bytes and moves the others to the front.
    mutating func removeFirst(_ removed: Int) {
        count -= removed
        start.update(from: start + removed, count: count)
    }

    /// Makes room for `more` bytes and returns where to put them; ``advance(by:)`` says how many were put there.
    @inline(__always)
    mutating func room(for more: Int) -> UnsafeMutablePointer<UInt8> {
        if count + more > capacity { grow(by: more) }
        return start + count
    }

    @inline(__always)
    mutating func advance(by added: Int) {
        count += added
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        room(for: 1).pointee = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        let place = room(for: bytes.count)
        if bytes.count <= 16 {
            Self.copyFew(from: UnsafeRawPointer(source), to: UnsafeMutableRawPointer(place), count: bytes.count)
        } else {
            place.update(from: source, count: bytes.count)
        }
        count += bytes.count
    }

    /// Copies up to 16 bytes, as most cells are, by two loads and stores that may overlap: a call would cost more.
    @inline(__always)
    private static func copyFew(from source: UnsafeRawPointer, to place: UnsafeMutableRawPointer, count: Int) {
        if count >= 8 {
            copyTwice(UInt64.self, from: source, to: place, last: count - 8)
        } else if count >= 4 {
            copyTwice(UInt32.self, from: source, to: place, last: count - 4)
        } else if count >= 2 {
            copyTwice(UInt16.self, from: source, to: place, last: count - 2)
        } else if count == 1 {
            place.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
        }
    }

    /// Copies the bytes of a word at the start, and of one at `last`.
    @inline(__always)
    private static func copyTwice<Word: FixedWidthInteger & BitwiseCopyable>(
        _: Word.Type, from source: UnsafeRawPointer, to place: UnsafeMutableRawPointer, last: Int
    ) {
        let first = source.loadUnaligned(as: Word.self)
        let second = source.loadUnaligned(fromByteOffset: last, as: Word.self)
        place.storeBytes(of: first, as: Word.self)
        place.storeBytes(of: second, toByteOffset: last, as: Word.self)
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends bytes that are in the buffer already.
    @inline(__always)
    mutating func appendAgain(_ range: Range<Int>) {
        let place = room(for: range.count)
        place.update(from: start + range.lowerBound, count: range.count)
        count += range.count
    }

    /// Appends a text in which some bytes, told to `write` by their places, are written differently.
    @inline(__always)
    mutating func append(
        _ text: UnsafeBufferPointer<UInt8>, where isSpecial: (UInt8) -> Bool,
        write: (Int, inout TextBuffer) -> Void
    ) {
        var start = 0
        for index in 0..<text.count where isSpecial(text[index]) {
            append(UnsafeBufferPointer(rebasing: text[start..<index]))
            write(index, &self)
            start = index + 1
        }
        append(UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// Puts another byte in the place of the first `old` from `position` on, if there is one.
    mutating func replaceFirst(_ old: UInt8, by new: UInt8, from position: Int) {
        guard let found = bytes[position...].firstIndex(of: old) else { return }
        start[found] = new
    }

    private mutating func grow(by more: Int) {
        capacity = max(count + more, capacity * 2)
        // The system moves large blocks without copying them.
        start = Self.block(realloc(start, capacity), capacity)
    }
}
