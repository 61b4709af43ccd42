import Glibc

/// How deeply the elements of an XML property list are nested, determined without a parser.
///
/// Skips what Foundation's parser skips, and by the same rules, so that nothing in a comment or a text can hide a
/// level: a tag ends at the first `>`, quoted or not, comments at `-->`, instructions at `?>`, CDATA sections at `]]>`.
enum XMLNesting {
    /// Whether no more than `limit` arrays and dictionaries are nested.
    static func isWithin(_ limit: Int, in bytes: [UInt8]) -> Bool {
        // Two more levels: the `plist` element around everything, and the innermost text or number.
        let limit = limit + 2
        return bytes.withUnsafeBytes { bytes in
            var depth = 0
            var position = 0
            while let start = bytes.index(of: "<", from: position) {
                let rest = bytes[start...]
                if rest.starts(with: "<!--".utf8) {
                    position = bytes.end(after: "--".utf8, from: start + 4)
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    position = bytes.end(after: "]]".utf8, from: start + 9)
                } else if rest.starts(with: "<?".utf8) {
                    position = bytes.end(after: "?".utf8, from: start + 1)
                } else {
                    position = bytes.end(after: "".utf8, from: start + 1)
                    if rest.starts(with: "</".utf8) {
                        depth = max(0, depth - 1)
                    } else if !rest.starts(with: "<!".utf8), bytes[max(start, position - 2)] != UInt8(ascii: "/") {
                        depth += 1
                    }
                    if depth > limit { return false }
                }
            }
            return true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The next position of a byte.
    fileprivate func index(of byte: Unicode.Scalar, from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let hit = memchr(base + start, Int32(byte.value), count - start)
        else { return nil }
        return UnsafeRawPointer(hit) - base
    }

    /// The position after these bytes and the next `>`; the end of the input if there is none.
    fileprivate func end(after sign: String.UTF8View, from start: Int) -> Int {
        var position = start + sign.count
        while let hit = index(of: ">", from: position) {
            position = hit + 1
            if self[hit - sign.count..<hit].elementsEqual(sign) { return position }
        }
        return count
    }
}

/// How deeply the objects of a binary property list are nested, and how many values they expand to.
///
/// Objects refer to each other by number, so one of them may contain itself, or a few may stand for millions of values.
struct BinaryNesting {
    /// The numbers of the objects that each object contains.
    private let references: [[Int]]
    private let top: Int
    private let byteCount: Int

    /// `nil` if the bytes are not a complete binary property list, or if its objects share so much that no honest
    /// program can have written them.
    init?(of bytes: [UInt8]) {
        let reader = Reader(bytes: bytes)
        let trailer = bytes.count - 32
        guard trailer > 8, let count = reader.number(at: trailer + 8, size: 8),
            let top = reader.number(at: trailer + 16, size: 8),
            let table = reader.number(at: trailer + 24, size: 8)
        else { return nil }
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table < trailer,
            count <= (trailer - table) / offsetSize, top < count
        else { return nil }
        var references: [[Int]] = []
        references.reserveCapacity(count)
        var referenceCount = 0
        for object in 0..<count {
            guard let offset = reader.number(at: table + object * offsetSize, size: offsetSize), offset < table,
                let members = reader.references(at: offset, size: referenceSize, end: table),
                members.allSatisfy({ $0 < count })
            else { return nil }
            referenceCount += members.count
            guard referenceCount <= bytes.count else { return nil }
            references.append(members)
        }
        self.references = references
        self.top = top
        byteCount = bytes.count
    }

    /// Whether no more than `limit` containers are nested, none contains itself, and they expand to no more values than
    /// a file eight times as large could hold one by one.
    func isWithin(_ limit: Int) -> Bool {
        var valueCounts = [Int?](repeating: nil, count: references.count)
        var levels = [Int](repeating: 0, count: references.count)
        // An object and how many of its members have been looked at.
        var path: [(object: Int, next: Int)] = [(top, 0)]
        while let (object, next) = path.last {
            if next < references[object].count {
                guard path.count <= limit else { return false }
                path[path.count - 1].next += 1
                let member = references[object][next]
                // An object that contains itself is followed until the limit is reached.
                if valueCounts[member] == nil { path.append((member, 0)) }
            } else {
                var valueCount = 1
                var level = 0
                for member in references[object] {
                    valueCount += valueCounts[member] ?? 0
                    level = max(level, levels[member] + 1)
                    guard valueCount <= byteCount * 8, level <= limit else { return false }
                }
                valueCounts[object] = valueCount
                levels[object] = level
                path.removeLast()
            }
        }
        return true
    }

    private struct Reader {
        let bytes: [UInt8]

        /// A number of up to eight bytes, the highest first; `nil` if it is not there or needs more than 62 bits.
        func number(at offset: Int, size: Int) -> Int? {
            guard offset >= 0, size <= 8, offset + size <= bytes.count else { return nil }
            var number: UInt64 = 0
            for byte in bytes[offset..<offset + size] { number = number << 8 | UInt64(byte) }
            return number >> 62 == 0 ? Int(number) : nil
        }

        /// The objects in an array, a set or a dictionary; none for other objects; `nil` if they do not end before
        /// `end`.
        func references(at offset: Int, size: Int, end: Int) -> [Int]? {
            let marker = bytes[offset]
            guard [0xa0, 0xc0, 0xd0].contains(marker & 0xf0) else { return [] }
            var count = Int(marker & 0x0f)
            var start = offset + 1
            if count == 15 {
                guard start < end, bytes[start] & 0xf0 == 0x10, bytes[start] & 0x0f <= 3 else { return nil }
                let countSize = 1 << Int(bytes[start] & 0x0f)
                guard let large = number(at: start + 1, size: countSize) else { return nil }
                count = large
                start += 1 + countSize
            }
            guard start <= end, count <= (end - start) / size else { return nil }
            if marker & 0xf0 == 0xd0 { count *= 2 }
            guard count <= (end - start) / size else { return nil }
            return (0..<count).compactMap { number(at: start + $0 * size, size: size) }
        }
    }
}
