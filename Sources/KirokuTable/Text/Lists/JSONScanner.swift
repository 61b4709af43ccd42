/// Scans JSON token by token (RFC 8259), with only a piece of it in memory at a time.
///
/// All own JSON readers use it: for records (``JSONList``) and for changes in the journal (``ChangeTextReader``). It is
/// not recursive, so the depth of nesting does not matter.
package struct JSONScanner: ~Copyable {
    private var bytes: ByteScanner
    /// The last string, number, or text of a nested value read.
    package private(set) var text = TextBuffer()
    /// The brackets that close the open levels of a nested value.
    private var brackets: [UInt8] = []

    package init(_ bytes: consuming ByteScanner) {
        self.bytes = bytes
    }

    /// The number of bytes passed.
    var offset: Int { bytes.offset }
    /// Whether all bytes were passed, or the scanner was stopped.
    package var isAtEnd: Bool { mutating get { bytes.peek() == nil } }
    var isStopped: Bool { bytes.isStopped }

    /// Passes the byte order mark of UTF-8, if there is one.
    mutating func skipMark() { bytes.skipMark() }

    /// Passes blanks and line ends; returns the byte after them, which is not passed.
    @inline(__always)
    package mutating func next() -> UInt8? { bytes.skipBlanks() }

    /// Passes the byte that ``next()`` returned.
    @inline(__always)
    mutating func advance() { bytes.advance() }

    /// Passes this byte, which must come next.
    package mutating func pass(_ byte: UInt8) throws(ListFault) {
        guard next() == byte else { throw .invalid }
        advance()
    }

    /// Passes this byte if it comes next; returns whether it did.
    package mutating func passes(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        advance()
        return true
    }

    /// Passes a comma or the closing bracket; returns whether it was a comma.
    package mutating func continues(before closing: UInt8) throws(ListFault) -> Bool {
        let byte = next()
        guard byte == ASCII.comma || byte == closing else { throw .invalid }
        advance()
        return byte == ASCII.comma
    }

    /// Reads the name of a member into ``text``, and passes the colon after it.
    package mutating func readName() throws(ListFault) {
        guard next() == ASCII.quote else { throw .invalid }
        try readString()
        try pass(UInt8(ascii: ":"))
    }

    // MARK: Values

    /// A value that is not nested.
    package enum Scalar {
        case null
        case flag(Bool)
        /// The digits are in ``JSONScanner/text``.
        case number(isWhole: Bool)
        /// The text is in ``JSONScanner/text``.
        case string
    }

    package mutating func readScalar() throws(ListFault) -> Scalar {
        switch next() {
        case ASCII.quote:
            try readString()
            return .string
        case UInt8(ascii: "t"):
            try pass("true")
            return .flag(true)
        case UInt8(ascii: "f"):
            try pass("false")
            return .flag(false)
        case UInt8(ascii: "n"):
            try pass("null")
            return .null
        default: return .number(isWhole: try readNumber())
        }
    }

    private mutating func pass(_ word: StaticString) throws(ListFault) {
        for index in 0..<word.utf8CodeUnitCount {
            guard bytes.next() == word.utf8Start[index] else { throw .invalid }
        }
    }

    /// Reads the digits of a number into ``text``; returns whether it has neither decimals nor an exponent.
    private mutating func readNumber() throws(ListFault) -> Bool {
        text.removeAll()
        var isWhole = true
        while let byte = bytes.peek() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.minus: break
            case ASCII.point, UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isWhole = false
            default:
                guard Self.isNumber(text.bytes) else { throw .invalid }
                return isWhole
            }
            text.append(byte)
            bytes.advance()
        }
        throw .invalid
    }

    private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        func digits() -> Int {
            let start = place
            while place < text.count, ASCII.digit(text[place]) <= 9 { place += 1 }
            return place - start
        }
        if text.first == ASCII.minus { place = 1 }
        let start = place
        let count = digits()
        guard count == 1 || count > 1 && text[start] != ASCII.zero else { return false }
        if place < text.count, text[place] == ASCII.point {
            place += 1
            guard digits() > 0 else { return false }
        }
        if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place < text.count, text[place] == ASCII.minus || text[place] == UInt8(ascii: "+") { place += 1 }
            guard digits() > 0 else { return false }
        }
        return place == text.count
    }

    /// Reads a list or an object as its text into ``text``.
    ///
    /// - Parameter isKept: whether the text is needed.
    package mutating func readNested(isKept: Bool) throws(ListFault) {
        text.removeAll()
        brackets = []
        var isString = false
        repeat {
            guard let byte = bytes.next() else { throw .invalid }
            if isKept {
                text.append(byte)
                try checkSize()
            }
            if isString {
                if byte == ASCII.backslash, let escaped = bytes.next() {
                    if isKept { text.append(escaped) }
                }
                isString = byte != ASCII.quote
                continue
            }
            switch byte {
            case ASCII.quote: isString = true
            case UInt8(ascii: "["): brackets.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): brackets.append(UInt8(ascii: "}"))
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard brackets.popLast() == byte else { throw .invalid }
            default: break
            }
        } while !brackets.isEmpty
        try checkUTF8()
    }

    // MARK: Strings

    /// Reads a string into ``text``.
    private mutating func readString() throws(ListFault) {
        text.removeAll()
        bytes.advance()
        while true {
            bytes.take(until: ASCII.quote, or: ASCII.backslash, into: &text)
            try checkSize()
            switch bytes.next() {
            case ASCII.quote: return try checkUTF8()
            case ASCII.backslash: try readEscape()
            // Control characters must be escaped.
            default: throw .invalid
            }
        }
    }

    private mutating func readEscape() throws(ListFault) {
        switch bytes.next() {
        case ASCII.quote: text.append(ASCII.quote)
        case ASCII.backslash: text.append(ASCII.backslash)
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08 as UInt8)
        case UInt8(ascii: "f"): text.append(0x0c as UInt8)
        case UInt8(ascii: "n"): text.append(ASCII.lineFeed)
        case UInt8(ascii: "r"): text.append(ASCII.carriageReturn)
        case UInt8(ascii: "t"): text.append(ASCII.tab)
        case UInt8(ascii: "u"): text.append(String(try readScalarEscape()))
        default: throw .invalid
        }
    }

    /// Reads a character by its code; characters beyond FFFF have two codes.
    private mutating func readScalarEscape() throws(ListFault) -> Character {
        let first = try readUnit()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard UTF16.isLeadSurrogate(first), bytes.next() == ASCII.backslash, bytes.next() == UInt8(ascii: "u") else {
            throw .invalid
        }
        let second = try readUnit()
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(first) - 0xd800) << 10 + UInt32(second) - 0xdc00)
        else { throw .invalid }
        return Character(scalar)
    }

    private mutating func readUnit() throws(ListFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = bytes.next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .invalid
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private func checkUTF8() throws(ListFault) {
        if UTF8Check.firstInvalidByte(text.bytes) != nil { throw .notUTF8 }
    }

    private func checkSize() throws(ListFault) {
        if text.count > CellScanner.longestRecord { throw .refused(.tooLarge) }
    }
}
