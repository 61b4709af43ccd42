import Glibc

/// A growing sequence of bytes, in which a text is assembled.
///
/// An array would check bounds and references for every byte; here, only growing has a cost.
package struct TextBuffer: ~Copyable {
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

    /// The bytes; valid until the next change.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Removes all bytes, but keeps the memory.
    mutating func removeAll() {
        count = 0
    }

    /// Removes the first bytes and moves the others to the front.
    mutating func removeFirst(_ removed: Int) {
        count -= removed
        start.update(from: start + removed, count: count)
    }

    /// Removes the last bytes.
    mutating func removeLast(_ removed: Int) {
        count -= removed
    }

    /// Makes room for `more` bytes and returns its start; call ``advance(by:)`` with the number of bytes put there.
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

    /// Copies up to 16 bytes, as in most cells, with two loads and stores that may overlap, because a call would cost
    /// more.
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

    /// Copies a word at the start, and one at `last`.
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

    /// Appends a copy of bytes in the buffer.
    @inline(__always)
    mutating func appendAgain(_ range: Range<Int>) {
        let place = room(for: range.count)
        place.update(from: start + range.lowerBound, count: range.count)
        count += range.count
    }

    /// Appends a text; `write` receives the places that are special, and writes something else for their bytes.
    @inline(__always)
    mutating func append(
        _ text: UnsafeBufferPointer<UInt8>, where isSpecial: (Int) -> Bool, write: (Int, inout TextBuffer) -> Void
    ) {
        var start = 0
        for index in 0..<text.count where isSpecial(index) {
            append(UnsafeBufferPointer(rebasing: text[start..<index]))
            write(index, &self)
            start = index + 1
        }
        append(UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// Replaces the first `old` from `position` on, if there is one.
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
