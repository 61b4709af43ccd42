// What of JSON changes consist of.

extension JSONScanner {
    /// What `body` makes of a text; `nil` if it throws, or leaves something unread.
    package static func read<Value>(_ text: String, _ body: (inout JSONScanner) throws(ListFault) -> Value) -> Value? {
        var json = JSONScanner(ByteScanner(.memory(Array(text.utf8))))
        guard let value = try? body(&json), json.isAtEnd else { return nil }
        return value
    }

    package mutating func list(_ element: (inout JSONScanner) throws(ListFault) -> Void) throws(ListFault) {
        try pass(UInt8(ascii: "["))
        if passes(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while try continues(before: UInt8(ascii: "]"))
    }

    /// - Parameter member: called with each name in front of its value.
    package mutating func object(_ member: (inout JSONScanner, String) throws(ListFault) -> Void) throws(ListFault) {
        try pass(UInt8(ascii: "{"))
        if passes(UInt8(ascii: "}")) { return }
        repeat {
            try readName()
            try member(&self, String(decoding: text.bytes, as: UTF8.self))
        } while try continues(before: UInt8(ascii: "}"))
    }

    /// The JSON of a list or an object.
    mutating func raw() throws(ListFault) -> String {
        guard let byte = next(), byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") else { throw .invalid }
        try readNested(isKept: true)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// A number, a text, or true or false; `nil` for null.
    package mutating func property() throws(ListFault) -> PropertyValue? {
        switch try readScalar() {
        case .null: return nil
        case .flag(let flag): return .bool(flag)
        case .string: return .string(String(decoding: text.bytes, as: UTF8.self))
        case .number(let isWhole):
            let digits = String(decoding: text.bytes, as: UTF8.self)
            if isWhole, let number = Int(digits) { return .int(number) }
            guard let number = Double(digits), number.isFinite else { throw .invalid }
            return .real(number)
        }
    }

    /// The value of a cell; what the type does not take is unfit text, as in the table of records.
    package mutating func cell(of type: FieldType) throws(ListFault) -> CellValue {
        guard let property = try property() else { return .empty }
        if let cell = type.cell(of: property) { return cell }
        guard case .string(let text) = property, !type.takesAnyText else { throw .invalid }
        return .unfit(text)
    }

    package mutating func number() throws(ListFault) -> Int {
        guard case .int(let number)? = try property() else { throw .invalid }
        return number
    }

    package mutating func string() throws(ListFault) -> String {
        guard case .string(let text)? = try property() else { throw .invalid }
        return text
    }

    /// Two numbers.
    package mutating func pair() throws(ListFault) -> (Int, Int) {
        var numbers: [Int] = []
        try list { (json) throws(ListFault) in
            guard numbers.count < 2 else { throw .invalid }
            numbers.append(try json.number())
        }
        guard numbers.count == 2 else { throw .invalid }
        return (numbers[0], numbers[1])
    }
}
