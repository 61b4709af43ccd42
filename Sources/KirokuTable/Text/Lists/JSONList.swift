/// Reads records from JSON: an array of objects, or of arrays; or objects one after another, as in JSON Lines.
///
/// A nested value is kept as its text.
struct JSONList: ~Copyable {
    private var json: JSONScanner
    /// Whether a single object counts as a record; otherwise the text is not a table.
    private let takesOneObject: Bool

    init(_ bytes: consuming ByteScanner, takesOneObject: Bool = false) {
        json = JSONScanner(bytes)
        self.takesOneObject = takesOneObject
    }

    /// The number of bytes passed.
    var offset: Int { json.offset }
    /// Whether all bytes were passed, or the scanner was stopped.
    var isAtEnd: Bool { mutating get { json.isAtEnd } }
    var isStopped: Bool { json.isStopped }

    /// Adds the records.
    ///
    /// - Parameters:
    ///   - records: receives the records.
    ///   - isEnough: receives the number of bytes passed after each record; returns true to end.
    mutating func read(
        into records: inout ListedRecords, until isEnough: (Int) -> Bool
    ) throws(ListFault) {
        json.skipMark()
        if json.next() == UInt8(ascii: "{") { return try readLines(into: &records, until: isEnough) }
        try json.pass(UInt8(ascii: "["))
        if json.passes(UInt8(ascii: "]")) { return try end() }
        var hasNames: Bool?
        repeat {
            let start = json.next()
            guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else {
                throw try faultOfValues()
            }
            let isObject = start == UInt8(ascii: "{")
            guard isObject == hasNames ?? isObject else { throw .noTable(.json) }
            hasNames = isObject
            if isObject { try readObject(into: &records) } else { try readArray(into: &records) }
            if isEnough(json.offset) { return }
        } while try json.continues(before: UInt8(ascii: "]"))
        try end()
    }

    private mutating func end() throws(ListFault) {
        guard json.next() == nil else { throw .invalid }
    }

    // MARK: Records

    /// Reads consecutive objects without commas.
    private mutating func readLines(
        into records: inout ListedRecords, until isEnough: (Int) -> Bool
    ) throws(ListFault) {
        repeat {
            try readObject(into: &records)
            if isEnough(json.offset) { return }
        } while json.next() == UInt8(ascii: "{")
        try end()
        if records.recordCount == 1, !takesOneObject { throw .noTable(.json) }
    }

    private mutating func readObject(into records: inout ListedRecords) throws(ListFault) {
        json.advance()
        if json.passes(UInt8(ascii: "}")) { return try records.end() }
        repeat {
            try json.readName()
            let column = try records.place(named: json.text.bytes)
            try readValue(into: &records, at: column)
        } while try json.continues(before: UInt8(ascii: "}"))
        try records.end()
    }

    private mutating func readArray(into records: inout ListedRecords) throws(ListFault) {
        json.advance()
        if json.passes(UInt8(ascii: "]")) { return try records.end() }
        repeat { try readValue(into: &records, at: nil) } while try json.continues(before: UInt8(ascii: "]"))
        try records.end()
    }

    // MARK: Lists that are not tables

    /// Checks the syntax of the rest of an array that holds something other than records.
    private mutating func faultOfValues() throws(ListFault) -> ListFault {
        repeat { try skipValue() } while try json.continues(before: UInt8(ascii: "]"))
        try end()
        return .noTable(.json)
    }

    private mutating func skipValue() throws(ListFault) {
        switch json.next() {
        case UInt8(ascii: "["), UInt8(ascii: "{"): try json.readNested(isKept: false)
        default: _ = try json.readScalar()
        }
    }

    // MARK: Values

    private mutating func readValue(into records: inout ListedRecords, at column: Int?) throws(ListFault) {
        switch json.next() {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try json.readNested(isKept: true)
            try records.take(.text(json.text.bytes), at: column)
        default:
            switch try json.readScalar() {
            case .string: try records.take(.text(json.text.bytes), at: column)
            case .null: try records.take(.empty, at: column)
            case .flag(let flag): try records.take(.flag(flag), at: column)
            case .number(let isWhole): try records.take(Self.number(json.text.bytes, isWhole: isWhole), at: column)
            }
        }
    }

    /// A number; as text if no type can hold it.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> ListedValue {
        let digits = String(decoding: text, as: UTF8.self)
        if isWhole {
            if let number = Int(digits) { return .int(number) }
            return DecimalNumber(plain: text).map { .decimal($0) } ?? .text(text)
        }
        if let value = PlainNumber.float(text)?.value { return .float(value, written: text) }
        if let number = DecimalNumber(plain: text) { return .decimal(number) }
        // Digits beyond those of decimal numbers are insignificant; but no number may become 0.
        if let value = Double(digits), value.isFinite, value != 0 { return .float(value, written: text) }
        return .text(text)
    }
}
