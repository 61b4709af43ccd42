/// The common form of the numbers in a column of texts.
struct NumberForms {
    /// The numbers with one unit.
    private struct Group {
        let unit: [UInt8]
        let place: NumberFormat.UnitPlace
        let isPercent: Bool
        /// Whether the unit is that of money without decimals.
        let hasNoDecimals: Bool
        var count = 0
        /// The numbers that are valid with a decimal point, and those that are valid with a comma.
        var point = Readings()
        var comma = Readings()
        /// The number of those that have another meaning with the other sign.
        var unclearCount = 0
        /// Whether all may number items, as "(1)" does.
        var areItems = true
        /// Whether all may be identifiers: "732 829 320", with as many digits as all others.
        var areIdentifiers = true
        var identifierLength: Int?

        func readings(_ sign: SeparatedText.Style.DecimalSign) -> Readings { sign == .comma ? comma : point }

        mutating func add(
            _ number: WrittenNumber, _ point: WrittenDigits.Reading?, _ comma: WrittenDigits.Reading?, endsInZero: Bool
        ) {
            count += 1
            if let point { self.point.add(point, of: number, endsInZero: endsInZero) }
            if let comma { self.comma.add(comma, of: number, endsInZero: endsInZero) }
            if let point, let comma, point.places != comma.places { unclearCount += 1 }
            areItems = areItems && number.isBracketed && number.unit.isEmpty && number.digits.isPlain
            let length = number.unit.isEmpty && !number.isNegative ? number.digits.identifierLength : nil
            areIdentifiers = areIdentifiers && length != nil && (count == 1 || length == identifierLength)
            identifierLength = length
        }

        /// The decimal sign that the numbers themselves show; `nil` if all of them are ambiguous, or if equally many
        /// require either sign.
        var clearSign: SeparatedText.Style.DecimalSign? {
            if point.count != comma.count { return point.count > comma.count ? .point : .comma }
            guard unclearCount > 0, hasNoDecimals else { return nil }
            return point.areWhole ? .point : comma.areWhole ? .comma : nil
        }
    }

    /// The numbers that can be read with one decimal sign.
    private struct Readings {
        var count = 0
        /// The thousands separator of the first number that has one.
        var groupSign: UInt8?
        var fewest = Int.max
        var most = 0
        var isEndedByZero = false
        /// Whether none has decimals or an exponent.
        var areWhole = true

        mutating func add(_ reading: WrittenDigits.Reading, of number: WrittenNumber, endsInZero: Bool) {
            if let sign = reading.groupSign {
                guard groupSign == nil || sign == groupSign else { return }
                groupSign = sign
            }
            count += 1
            areWhole = areWhole && reading.places == 0 && number.digits.exponent.isEmpty
            fewest = min(fewest, reading.places)
            most = max(most, reading.places)
            isEndedByZero = isEndedByZero || reading.places > 0 && endsInZero
        }

        /// The number of decimals that all numbers have, if it should be kept, by the rules for plain numbers or for
        /// those with a unit.
        func places(hasUnit: Bool) -> Int? {
            guard fewest == most, most > 0, most <= NumberFormat.mostPlaces else { return nil }
            return hasUnit || most > 1 && isEndedByZero ? most : nil
        }
    }

    private var groups: [Group] = []
    /// The number of texts that are numbers in any form.
    private(set) var count = 0
    /// Whether any number is not in the plain form.
    private(set) var isSpecial = false

    /// The largest number of different units; with more, there is no common unit.
    private static let mostGroups = 8
    /// At least this share of the numbers must have the form of the column; the others become unfit.
    private static let leastShare = 0.9
    /// The same share if the column is known to contain numbers.
    private static let leastShareOfNumbers = 0.5

    /// - Parameters:
    ///   - texts: a column.
    ///   - toleratesTexts: whether other texts than numbers are allowed.
    ///   - includesPlain: whether all numbers may be in the plain form.
    /// - Returns: `nil` if there are no such numbers, or a text that is not tolerated.
    init?(of texts: StringColumn, toleratesTexts: Bool = false, includesPlain: Bool = false) {
        for index in texts.indices {
            let continues = texts.withUTF8(at: index) { $0.map { add($0) || toleratesTexts } ?? true }
            if !continues { return nil }
        }
        guard isSpecial || includesPlain && count > 0 else { return nil }
    }

    /// The forms of some texts, such as the first ones of a column, which may be in the plain form or not numbers.
    init?(ofSample texts: [String]) {
        var builder = StringColumnBuilder(capacity: texts.count)
        for text in texts { builder.append(text) }
        self.init(of: builder.finished(), toleratesTexts: true, includesPlain: true)
    }

    /// Returns false if the text is not a number.
    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: (unit: [UInt8], isPercent: Bool)?
        var known: Int?
        let written = WrittenNumber(text) { unit in
            known = groups.firstIndex { !$0.unit.isEmpty && unit.elementsEqual($0.unit) }
            if known != nil { return true }
            found = Self.unit(unit)
            return found != nil
        }
        guard let written else { return false }
        let (point, comma) = (written.reading(with: .point), written.reading(with: .comma))
        guard point != nil || comma != nil else { return false }
        let place = written.unitPlace
        let group: Int
        if let same = known.map({ known in
            groups.firstIndex { $0.unit == groups[known].unit && $0.place == place }
        }) ?? groups.firstIndex(where: { written.unit.isEmpty && $0.unit.isEmpty }) {
            group = same
        } else {
            guard groups.count < Self.mostGroups else { return false }
            let unit = known.map { (groups[$0].unit, groups[$0].isPercent) } ?? found.map { ($0.unit, $0.isPercent) }
            let word = String(decoding: unit?.0 ?? [], as: UTF8.self).trimmingWhitespace
            groups.append(
                Group(
                    unit: unit?.0 ?? [], place: place, isPercent: unit?.1 ?? false,
                    hasNoDecimals: CurrencyWords.haveNoDecimals.contains(word)))
            group = groups.count - 1
        }
        count += 1
        isSpecial = isSpecial || !written.isPlain
        groups[group].add(written, point, comma, endsInZero: text[written.digits.range.upperBound - 1] == ASCII.zero)
        return true
    }

    /// A percent sign or the sign of a currency, with blanks on the side of the digits only.
    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>) -> (unit: [UInt8], isPercent: Bool)? {
        let text = String(decoding: bytes, as: UTF8.self)
        let word = text.trimmingWhitespace
        guard text.unicodeScalars.count <= NumberFormat.unitLimit else { return nil }
        if word == "%" { return (Array(bytes), true) }
        return CurrencyWords.contains(word) ? (Array(bytes), false) : nil
    }

    /// Whether a text is a number in any form.
    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let written = WrittenNumber(text) { unit($0) != nil }
        return written.map { $0.reading(with: .point) != nil || $0.reading(with: .comma) != nil } ?? false
    }

    // MARK: The form

    /// The numbers with the most frequent unit.
    private var usual: Group? { groups.max { $0.count < $1.count } }

    /// The decimal sign that the numbers themselves show; `nil` if they do not.
    var clearSign: SeparatedText.Style.DecimalSign? { usual?.clearSign }

    /// Whether the numbers are ambiguous: they have another meaning with the other decimal sign, and do not show which
    /// one they have.
    var isUnclear: Bool { clearSign == nil && usual?.unclearCount ?? 0 > 0 }

    /// The form of nearly all numbers; `nil` if there is none, or if they are more likely identifiers or items of a
    /// list.
    ///
    /// - Parameters:
    ///   - sign: the decimal sign, if the numbers do not show it.
    ///   - areNumbers: whether the column is known to contain numbers.
    /// - Returns: also how many of the numbers have the form, and the type that holds these.
    func form(
        _ sign: SeparatedText.Style.DecimalSign, areNumbers: Bool = false
    ) -> (form: NumberForm, count: Int, type: FieldType)? {
        guard let usual, areNumbers || !usual.areItems && !usual.areIdentifiers else { return nil }
        let sign = usual.clearSign ?? sign
        let readings = usual.readings(sign)
        let share = areNumbers ? Self.leastShareOfNumbers : Self.leastShare
        guard readings.count > 0, Double(readings.count) >= share * Double(count) else { return nil }
        let format = NumberFormat(
            places: readings.places(hasUnit: !usual.unit.isEmpty), groupsThousands: readings.groupSign != nil,
            unit: String(decoding: usual.unit, as: UTF8.self), unitPlace: usual.place, isPercent: usual.isPercent)
        return (
            NumberForm(sign, format, groupSign: readings.groupSign), readings.count,
            readings.areWhole && !usual.isPercent ? .int : .float
        )
    }
}
