import Glibc

/// Different texts, numbered from 1 in the order in which they were added.
struct TextCodes: Sendable {
    /// The text of code 1 is at index 0.
    private(set) var texts = StringColumn()
    /// A hash table of codes by text; 0 is a free slot, and at least half of the slots are free.
    private var slots = [UInt32](repeating: 0, count: 16)

    /// The number of texts.
    var count: Int { texts.count }

    /// The code of a text; `nil` if it has none.
    func code(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        let code = slots[place(of: text)]
        return code == 0 ? nil : Int(code)
    }

    /// The code of a text; a new text gets a code.
    mutating func code(for text: UnsafeBufferPointer<UInt8>) -> Int {
        let place = place(of: text)
        if slots[place] != 0 { return Int(slots[place]) }
        texts.append(validUTF8: text)
        slots[place] = UInt32(count)
        if count * 2 > slots.count { grow() }
        return count
    }

    /// The same for a String.
    mutating func code(for text: String) -> Int {
        var text = text
        return text.withUTF8 { code(for: $0) }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for index in texts.indices {
            let place: Int = texts.withUTF8(at: index) { text in
                self.place(of: text ?? UnsafeBufferPointer(start: nil, count: 0))
            }
            slots[place] = UInt32(index + 1)
        }
    }

    /// The place where the text's code is or would be.
    @inline(__always)
    private func place(of text: UnsafeBufferPointer<UInt8>) -> Int {
        let mask = slots.count - 1
        var place = SeededHash.of(text) & mask
        while slots[place] != 0, !isText(Int(slots[place]) - 1, text) { place = (place + 1) & mask }
        return place
    }

    @inline(__always)
    private func isText(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        texts.withUTF8(at: index) { known in
            guard let known, known.count == text.count else { return false }
            guard let first = known.baseAddress, let second = text.baseAddress else { return known.isEmpty }
            return memcmp(first, second, known.count) == 0
        }
    }
}
