import Glibc

/// The order of texts in the user's language, from the process's locale.
enum Collation {
    /// Whether the locale sorts texts differently than by code points.
    static var isNeeded: Bool {
        let name = setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? "C"
        if name == "C" || name == "POSIX" || name.hasPrefix("C.") { return false }
        // A locale for another encoding would misread the texts.
        return nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
    }

    /// The cost of computing keys, relative to one pass over the records.
    static let steps = 3

    /// Texts whose order by code points is that of the records' texts in the user's language.
    ///
    /// NUL ends a text for the locale, so only the part before it counts.
    static func keys(of records: [Int], in texts: StringColumn, _ progress: SortProgress?) async -> StringColumn {
        let parts = await Parallel.map(Parallel.parts(of: records.count, atLeast: 1_000)) { range in
            var maker = CollationKeyMaker()
            var keys = StringColumn()
            keys.reserveCapacity(range.count)
            texts.withTexts { texts in
                for (index, record) in records[range].enumerated() {
                    if index & 0xfff == 0xfff {
                        if Task.isCancelled { return }
                        progress?.add(steps * 0x1000)
                    }
                    texts.withUTF8(at: record) { keys.append(validUTF8: maker.key(of: $0)) }
                }
            }
            return keys
        }
        var keys = StringColumn()
        for part in parts { keys.insert(part, at: RecordIndexes(keys.count..<keys.count + part.count)) }
        return keys
    }
}

/// Computes one key after another.
struct CollationKeyMaker: ~Copyable {
    private var source = TextBuffer()
    private var transformed = [CChar](repeating: 0, count: 1_024)
    private var key = TextBuffer()

    /// The bytes of the locale's key, each as the character of that number: this keeps their order and is valid text.
    ///
    /// Valid until the next call.
    mutating func key(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        source.removeAll()
        source.append(text)
        source.append(UInt8(0))
        key.removeAll()
        for byte in transform() {
            let byte = UInt8(bitPattern: byte)
            if byte < 0x80 {
                key.append(byte)
            } else {
                key.append(0xc0 | byte >> 6)
                key.append(0x80 | byte & 0x3f)
            }
        }
        return key.bytes
    }

    private mutating func transform() -> ArraySlice<CChar> {
        let length = transformOnce()
        guard length >= transformed.count else { return transformed[..<length] }
        transformed = [CChar](repeating: 0, count: length + 1)
        return transformed[..<min(transformOnce(), length)]
    }

    /// How many bytes the result has, whether or not there is room for them.
    private mutating func transformOnce() -> Int {
        source.bytes.withMemoryRebound(to: CChar.self) { source in
            guard let start = source.baseAddress else { return 0 }
            return Int(clamping: strxfrm(&transformed, start, transformed.count))
        }
    }
}
