/// Numbers that count up, with the same text before each of them: "A-0001", "A-0002".
struct Numbering: Sendable, Hashable {
    let prefix: String
    /// The number of digits, with zeros before shorter numbers.
    let width: Int
    /// The next number; `nil` after the greatest possible one.
    private(set) var number: Int?

    /// This many digits always fit in an Int.
    private static let mostDigits = 18

    /// - Parameter first: the first number, with its prefix. Without digits at the end, 1 is appended.
    /// - Returns: `nil` if there are too many digits, or a line break.
    init?(first: String) {
        let digits = first.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard digits <= Self.mostDigits, !first.contains(where: \.isNewline) else { return nil }
        prefix = String(first.dropLast(digits))
        width = max(digits, 1)
        number = digits == 0 ? 1 : Int(first.suffix(digits))
    }

    /// Continues after a number, unless that is smaller.
    mutating func skip(_ greatest: Int) {
        guard let number, greatest >= number else { return }
        let (next, isOver) = greatest.addingReportingOverflow(1)
        self.number = isOver ? nil : next
    }

    /// The next number as a value of a type; `nil` if there is none.
    func value(for type: FieldType) -> CellValue? {
        guard let number else { return nil }
        let digits = String(number)
        let text = prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits
        return type.kind.numbered(text)
    }

    /// The number in a text with the same prefix; `nil` for any other text.
    func number(in text: UnsafeBufferPointer<UInt8>, prefixLength: Int) -> Int? {
        let count = text.count - prefixLength
        guard count >= 1, count <= Self.mostDigits else { return nil }
        var number = 0
        for index in prefixLength..<text.count {
            let digit = ASCII.digit(text[index])
            guard digit <= 9 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
