/// The numbers of a field, and how they were written.
struct FloatCells: Sendable {
    private(set) var column = NumberColumn<Double>()
    private(set) var decimals = DecimalCounts()
    private var forms: [FloatForm] = []
    /// The texts of those numbers whose form is ``FloatForm/odd``: the length of each in four bytes, and the bytes.
    private var oddTexts: [UInt8] = []

    /// No cells.
    init() {}

    /// Cells that were taken for whole numbers.
    init(_ ints: NumberColumn<Int>) {
        column = ints.map(Double.init)
        forms = Array(repeating: .whole, count: ints.count)
    }

    /// Whether all numbers have a Double of their own.
    static func canHold(_ ints: NumberColumn<Int>) -> Bool {
        ints.numbers.allSatisfy { Double(exactly: $0) != nil }
    }

    mutating func reserve(_ count: Int) {
        column.reserveCapacity(count)
        forms.reserveLarge(count)
    }

    mutating func appendEmpty(_ count: Int) {
        column.appendEmpty(count)
        forms.append(contentsOf: repeatElement(.whole, count: count))
    }

    /// Appends many cells; `empties` and `oddTexts` are those among them, the former counted from the first.
    mutating func append(
        _ numbers: UnsafeBufferPointer<Double>, _ forms: UnsafeBufferPointer<FloatForm>, emptyAt empties: [Int],
        oddTexts: borrowing TextBuffer, _ decimals: DecimalCounts
    ) {
        column.append(numbers, emptyAt: empties)
        self.forms.append(contentsOf: forms)
        self.oddTexts.append(contentsOf: oddTexts.bytes)
        self.decimals.add(decimals)
    }

    /// Appends the texts that the numbers were read from.
    func writeTexts(to builder: inout StringColumnBuilder) {
        var text = TextBuffer()
        var place = 0
        for (number, form) in zip(column, forms) {
            guard let number else {
                builder.appendEmpty()
                continue
            }
            if form == .odd {
                place = writeOddText(at: place, to: &builder)
            } else {
                text.removeAll()
                form.write(number, to: &text)
                builder.append(validUTF8: text.bytes)
            }
        }
    }

    /// Returns the place of the next one.
    private func writeOddText(at place: Int, to builder: inout StringColumnBuilder) -> Int {
        oddTexts.withUnsafeBufferPointer { bytes in
            let length = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let start = place + MemoryLayout<UInt32>.size
            builder.append(validUTF8: UnsafeBufferPointer(rebasing: bytes[start..<start + Int(length)]))
            return start + Int(length)
        }
    }
}

/// How a number is written.
struct FloatForm: Sendable, Equatable {
    /// A whole number without a point.
    static let whole = FloatForm(decimals: 0)
    /// In a way that only its text tells.
    static let odd = FloatForm(decimals: .max)
    /// With more digits, a Double does not tell all of them.
    static let mostDigits = 15

    /// How many digits stand after the point.
    let decimals: UInt8

    /// Appends the text of a number that was written in this form.
    func write(_ number: Double, to text: inout TextBuffer) {
        let scaled = number.magnitude * PowersOfTen.doubles[Int(decimals)]
        // With at most 15 digits in all, the error is less than a half.
        let digits = String(UInt64(scaled.rounded()))
        if number.sign == .minus { text.append(ASCII.minus) }
        let missing = Int(decimals) + 1 - digits.utf8.count
        var left = digits.utf8.count + max(missing, 0)
        func append(_ digit: UInt8, _ text: inout TextBuffer) {
            if left == Int(decimals), decimals > 0 { text.append(ASCII.point) }
            text.append(digit)
            left -= 1
        }
        for _ in 0..<max(missing, 0) { append(ASCII.zero, &text) }
        for digit in digits.utf8 { append(digit, &text) }
    }
}

/// How many digits the numbers of a field have after the point.
struct DecimalCounts: Sendable {
    private var fewest = Int.max
    private var most = 0
    private var anyEndsInZero = false

    /// Whether zeros at the end tell values apart, as in version numbers.
    var tellValuesApart: Bool { anyEndsInZero && fewest < most }

    @inline(__always)
    mutating func add(_ decimals: Decimals) {
        guard decimals.count > 0 else { return }
        fewest = min(fewest, decimals.count)
        most = max(most, decimals.count)
        anyEndsInZero = anyEndsInZero || decimals.endsInZero
    }

    mutating func add(_ other: DecimalCounts) {
        fewest = min(fewest, other.fewest)
        most = max(most, other.most)
        anyEndsInZero = anyEndsInZero || other.anyEndsInZero
    }
}
