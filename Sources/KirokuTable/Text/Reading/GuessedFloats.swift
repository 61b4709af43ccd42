/// Numbers, and how they were written.
struct GuessedFloats: GuessedValues {
    private(set) var column = FixedColumn<Double>()
    private(set) var decimals = DecimalCounts()
    private var forms: [FloatForm] = []
    /// The texts of the numbers whose form is ``FloatForm/odd``: for each, its length in four bytes, then its bytes.
    private var oddTexts: [UInt8] = []

    init(emptyCount: Int) {
        appendEmpty(emptyCount)
    }

    /// Converts whole numbers if a Double can hold each of them exactly.
    init?(widening other: any GuessedValues) {
        guard let ints = other as? GuessedInts, Self.canHold(ints.column) else { return nil }
        self.init(whole: ints.column)
        if ints.hasValues { decimals.add(nil) }
    }

    /// - Parameter ints: numbers that a Double holds exactly.
    init(whole ints: FixedColumn<Int>) {
        column = ints.map(Double.init)
        forms = Array(repeating: .whole, count: ints.count)
    }

    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool { PlainNumber.float(text) != nil }

    var count: Int { column.count }

    /// Whether a Double can hold each number exactly.
    static func canHold(_ ints: FixedColumn<Int>) -> Bool {
        ints.values.allSatisfy { Double(exactly: $0) != nil }
    }

    mutating func reserve(_ count: Int) {
        column.reserveCapacity(count)
        forms.reserveLarge(count)
    }

    mutating func appendEmpty(_ count: Int) {
        column.appendEmpty(count)
        forms.append(contentsOf: repeatElement(.whole, count: count))
    }

    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        let room = cells.count - first
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { numbers in
            withUnsafeTemporaryAllocation(of: FloatForm.self, capacity: room) { forms in
                var taken = 0
                var empties: [Int] = []
                var oddTexts = TextBuffer()
                var decimals = DecimalCounts()
                let end = cells.forEach(from: first, &unquoted) { text in
                    numbers[taken] = 0
                    forms[taken] = .whole
                    if let text {
                        guard let (value, its) = ShortNumber.float(text) ?? PlainNumber.float(text) else {
                            return false
                        }
                        numbers[taken] = value
                        forms[taken] = its.form
                        decimals.add(its)
                        if its.form == .odd { oddTexts.appendWithLength(text) }
                    } else {
                        empties.append(taken)
                    }
                    taken &+= 1
                    return true
                }
                append(
                    UnsafeBufferPointer(rebasing: numbers[..<taken]), UnsafeBufferPointer(rebasing: forms[..<taken]),
                    emptyAt: empties, oddTexts: oddTexts, decimals)
                return end
            }
        }
    }

    /// Whole numbers among other numbers are numbers, too, unless they are versions or identifiers (``VersionRule``).
    static func areAll(_ pieces: [GuessedPiece]) -> Bool {
        var decimals = DecimalCounts()
        for values in pieces.lazy.compactMap(\.values) {
            if let floats = values as? GuessedFloats {
                decimals.add(floats.decimals)
            } else {
                guard let ints = values as? GuessedInts, canHold(ints.column) else { return false }
            }
        }
        if decimals.mayTellValuesApart, VersionRule.areVersions(pieces, mostDecimals: decimals.most) { return false }
        return !VersionRule.areIdentifiers(pieces)
    }

    static func mayBeThousands(_ pieces: [GuessedPiece]) -> Bool {
        pieces.lazy.compactMap { $0.values as? GuessedFloats }.allSatisfy(\.decimals.areThree)
    }

    static func places(of pieces: [GuessedPiece]) -> Int? {
        var decimals = DecimalCounts()
        for values in pieces.lazy.compactMap(\.values) {
            if let floats = values as? GuessedFloats { decimals.add(floats.decimals) }
            if let ints = values as? GuessedInts, ints.hasValues { return nil }
        }
        return decimals.fixed
    }

    /// Passes each number with how many decimals it is written with; `nil` for a form of its own.
    func eachNumber(_ body: (_ number: Double, _ decimals: Int?) -> Void) {
        for (number, form) in zip(column, forms) {
            if let number { body(number, form == .odd ? nil : Int(form.decimals)) }
        }
    }

    /// Whether all texts with forms of their own, such as "1e5", satisfy a condition.
    func allOddTexts(satisfy condition: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        oddTexts.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let length = Int(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self))
                let start = place + MemoryLayout<UInt32>.size
                guard condition(UnsafeBufferPointer(rebasing: bytes[start..<start + length])) else { return false }
                place = start + length
            }
            return true
        }
    }

    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column {
        .float(
            FixedColumn(ofReversed: &pieces) { values in
                (values as? GuessedFloats)?.column ?? (values as? GuessedInts)?.column.map(Double.init)
            })
    }

    /// Appends a number, and the text that it was read from.
    mutating func append(_ number: Double, written text: UnsafeBufferPointer<UInt8>) {
        let form = PlainNumber.float(text)?.decimals.form ?? .odd
        column.append(number)
        forms.append(form)
        if form == .odd {
            var odd = TextBuffer(capacity: 64)
            odd.appendWithLength(text)
            oddTexts.append(contentsOf: odd.bytes)
        }
    }

    /// Appends many cells, with the indexes of the empty ones, and the texts of the odd ones.
    private mutating func append(
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

    /// Appends the text at `place`; returns the place of the next one.
    private func writeOddText(at place: Int, to builder: inout StringColumnBuilder) -> Int {
        oddTexts.withUnsafeBufferPointer { bytes in
            let length = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let start = place + MemoryLayout<UInt32>.size
            builder.append(validUTF8: UnsafeBufferPointer(rebasing: bytes[start..<start + Int(length)]))
            return start + Int(length)
        }
    }
}

extension TextBuffer {
    /// Appends the length of a text in four bytes, then the text.
    fileprivate mutating func appendWithLength(_ text: UnsafeBufferPointer<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count)) { append($0.bindMemory(to: UInt8.self)) }
        append(text)
    }
}

/// How a number is written.
struct FloatForm: Sendable, Equatable {
    /// A whole number without a point.
    static let whole = FloatForm(decimals: 0)
    /// A form that only the text itself shows.
    static let odd = FloatForm(decimals: .max)
    /// The largest number of digits that a Double always preserves.
    static let mostDigits = 15

    /// The number of digits after the point.
    let decimals: UInt8

    /// Appends the text of a number written in this form.
    func write(_ number: Double, to text: inout TextBuffer) {
        let scaled = number.magnitude * PowersOfTen.doubles[Int(decimals)]
        // With at most 15 digits in all, the error is less than one half.
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
    private(set) var most = 0
    private var anyEndsInZero = false
    /// Whether there is a whole number, or one in another form.
    private var hasOthers = false

    /// Whether zeros at the end may distinguish values, as in version numbers.
    var mayTellValuesApart: Bool { anyEndsInZero && fewest < most }

    @inline(__always)
    mutating func add(_ decimals: Decimals) {
        if decimals.form == .odd || decimals.count == 0 { hasOthers = true }
        guard decimals.count > 0 else { return }
        fewest = min(fewest, decimals.count)
        most = max(most, decimals.count)
        anyEndsInZero = anyEndsInZero || decimals.endsInZero
    }

    mutating func add(_ other: DecimalCounts) {
        fewest = min(fewest, other.fewest)
        most = max(most, other.most)
        anyEndsInZero = anyEndsInZero || other.anyEndsInZero
        hasOthers = hasOthers || other.hasOthers
    }

    /// Adds a number; `nil` for one without digits after a point, or in a form of its own.
    mutating func add(_ decimals: Decimals?) {
        if let decimals { add(decimals) } else { hasOthers = true }
    }

    /// Whether all numbers have three decimals, or none.
    var areThree: Bool { fewest == most && most == 3 }

    /// The number of decimals that all numbers are written with, like prices: two or more, and some end in a zero,
    /// which would not be shown otherwise; `nil` if there is none.
    ///
    /// One decimal is how many programs write whole numbers.
    var fixed: Int? {
        !hasOthers && anyEndsInZero && fewest == most && most <= NumberFormat.mostPlaces ? most : nil
    }
}
