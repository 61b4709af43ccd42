/// Reads records from JSON: an array of objects, or of arrays (RFC 8259); or objects one after another, as in JSON Lines.
///
/// A nested value is kept as its text. Nothing here is recursive, so its depth does not matter.
struct JSONList: ~Copyable {
    private var bytes: ByteScanner
    private var text = TextBuffer()
    /// The brackets that close the open levels of a nested value.
    private var brackets: [UInt8] = []

    /// Whether a single object is a record, and not a text that is no table.
    private let takesOneObject: Bool

    init(_ bytes: consuming ByteScanner, takesOneObject: Bool = false) {
        self.bytes = bytes
        self.takesOneObject = takesOneObject
    }

    /// The number of bytes passed.
    var offset: Int { bytes.offset }
    /// Whether all bytes were passed, or the scanner was stopped.
    var isAtEnd: Bool { mutating get { bytes.peek() == nil } }
    var isStopped: Bool { bytes.isStopped }

    /// Adds the records.
    ///
    /// - Parameters:
    ///   - records: receives the records.
    ///   - isEnough: receives the number of bytes passed after each record; returns true to end.
    mutating func read(
        into records: inout ListedRecords, until isEnough: (Int) -> Bool
    ) throws(ListFault) {
        bytes.skipMark()
        if bytes.skipBlanks() == UInt8(ascii: "{") { return try readLines(into: &records, until: isEnough) }
        try expect(UInt8(ascii: "["))
        guard bytes.skipBlanks() != UInt8(ascii: "]") else { return try end() }
        var hasNames: Bool?
        repeat {
            let start = bytes.skipBlanks()
            guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else {
                throw try faultOfValues()
            }
            let isObject = start == UInt8(ascii: "{")
            guard isObject == hasNames ?? isObject else { throw .noTable(.json) }
            hasNames = isObject
            if isObject { try readObject(into: &records) } else { try readArray(into: &records) }
            if isEnough(bytes.offset) { return }
        } while try goesOn(before: UInt8(ascii: "]"))
        try end(closing: false)
    }

    // MARK: Records

    /// Reads objects that stand one after another, without commas.
    private mutating func readLines(
        into records: inout ListedRecords, until isEnough: (Int) -> Bool
    ) throws(ListFault) {
        repeat {
            try readObject(into: &records)
            if isEnough(bytes.offset) { return }
        } while bytes.skipBlanks() == UInt8(ascii: "{")
        guard bytes.peek() == nil else { throw .invalid }
        if records.recordCount == 1, !takesOneObject { throw .noTable(.json) }
    }

    private mutating func readObject(into records: inout ListedRecords) throws(ListFault) {
        bytes.advance()
        if bytes.skipBlanks() == UInt8(ascii: "}") {
            bytes.advance()
            return try records.end()
        }
        repeat {
            try readName()
            let column = try records.place(named: text.bytes)
            try readValue(into: &records, at: column)
        } while try goesOn(before: UInt8(ascii: "}"))
        try records.end()
    }

    private mutating func readArray(into records: inout ListedRecords) throws(ListFault) {
        bytes.advance()
        if bytes.skipBlanks() == UInt8(ascii: "]") {
            bytes.advance()
            return try records.end()
        }
        repeat { try readValue(into: &records, at: nil) } while try goesOn(before: UInt8(ascii: "]"))
        try records.end()
    }

    /// Reads a string and passes the colon after it.
    private mutating func readName() throws(ListFault) {
        guard bytes.skipBlanks() == ASCII.quote else { throw .invalid }
        try readString()
        guard bytes.skipBlanks() == UInt8(ascii: ":") else { throw .invalid }
        bytes.advance()
    }

    /// Passes a comma or the closing bracket; returns whether it was a comma.
    private mutating func goesOn(before closing: UInt8) throws(ListFault) -> Bool {
        let byte = bytes.skipBlanks()
        guard byte == ASCII.comma || byte == closing else { throw .invalid }
        bytes.advance()
        return byte == ASCII.comma
    }

    private mutating func expect(_ byte: UInt8) throws(ListFault) {
        guard bytes.skipBlanks() == byte else { throw .invalid }
        bytes.advance()
    }

    private mutating func end(closing: Bool = true) throws(ListFault) {
        if closing { bytes.advance() }
        guard bytes.skipBlanks() == nil else { throw .invalid }
    }

    // MARK: Lists that are not tables

    /// Checks the syntax of the rest of an array that holds something other than records.
    private mutating func faultOfValues() throws(ListFault) -> ListFault {
        repeat { try skipValue() } while try goesOn(before: UInt8(ascii: "]"))
        try end(closing: false)
        return .noTable(.json)
    }

    private mutating func skipValue() throws(ListFault) {
        switch bytes.skipBlanks() {
        case UInt8(ascii: "["), UInt8(ascii: "{"): try readNested(isKept: false)
        default: _ = try readScalar()
        }
    }

    // MARK: Values

    private mutating func readValue(into records: inout ListedRecords, at column: Int?) throws(ListFault) {
        switch bytes.skipBlanks() {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try readNested(isKept: true)
            try records.take(.text(text.bytes), at: column)
        default:
            switch try readScalar() {
            case .text: try records.take(.text(text.bytes), at: column)
            case .empty: try records.take(.empty, at: column)
            case .flag(let flag): try records.take(.flag(flag), at: column)
            case .int(let number): try records.take(.int(number), at: column)
            case .float(let number): try records.take(.float(number, written: text.bytes), at: column)
            case .decimal(let number): try records.take(.decimal(number), at: column)
            }
        }
    }

    private enum Scalar {
        case empty
        case flag(Bool)
        case int(Int)
        /// The digits are in ``text``.
        case float(Double)
        case decimal(DecimalNumber)
        /// The text is in ``text``.
        case text
    }

    private mutating func readScalar() throws(ListFault) -> Scalar {
        switch bytes.skipBlanks() {
        case ASCII.quote:
            try readString()
            return .text
        case UInt8(ascii: "t"):
            try pass("true")
            return .flag(true)
        case UInt8(ascii: "f"):
            try pass("false")
            return .flag(false)
        case UInt8(ascii: "n"):
            try pass("null")
            return .empty
        default: return try readNumber()
        }
    }

    private mutating func pass(_ word: StaticString) throws(ListFault) {
        for index in 0..<word.utf8CodeUnitCount {
            guard bytes.next() == word.utf8Start[index] else { throw .invalid }
        }
    }

    /// Reads a number; as text if no type can hold it.
    private mutating func readNumber() throws(ListFault) -> Scalar {
        text.removeAll()
        var isWhole = true
        while let byte = bytes.peek() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.minus: break
            case ASCII.point, UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isWhole = false
            default:
                guard Self.isNumber(text.bytes) else { throw .invalid }
                return number(isWhole: isWhole)
            }
            text.append(byte)
            bytes.advance()
        }
        throw .invalid
    }

    private func number(isWhole: Bool) -> Scalar {
        let digits = String(decoding: text.bytes, as: UTF8.self)
        if isWhole {
            return Int(digits).map(Scalar.int) ?? DecimalNumber(plain: text.bytes).map(Scalar.decimal) ?? .text
        }
        if let value = PlainNumber.float(text.bytes)?.value { return .float(value) }
        if let number = DecimalNumber(plain: text.bytes) { return .decimal(number) }
        // Digits beyond those of decimal numbers mean nothing; but no number may become 0.
        if let value = Double(digits), value.isFinite, value != 0 { return .float(value) }
        return .text
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

    /// Reads a list or an object as its text.
    private mutating func readNested(isKept: Bool) throws(ListFault) {
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
