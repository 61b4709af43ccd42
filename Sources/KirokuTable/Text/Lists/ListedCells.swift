/// A value with its type, as in JSON and property lists.
enum Listed<Text> {
    /// `null`, or a list without items.
    case empty
    case flag(Bool)
    case int(Int)
    /// A number, and how it is written; `nil` if it is not written in digits.
    case float(Double, written: Text?)
    /// A number whose decimals a Float would lose, or a whole number that is too large for an Int.
    case decimal(DecimalNumber)
    case text(Text)

    /// The value with its text converted.
    func map<Other>(_ transform: (Text) -> Other) -> Listed<Other> {
        switch self {
        case .empty: .empty
        case .flag(let flag): .flag(flag)
        case .int(let number): .int(number)
        case .float(let number, let text): .float(number, written: text.map(transform))
        case .decimal(let number): .decimal(number)
        case .text(let text): .text(transform(text))
        }
    }
}

/// A value with valid UTF-8 text, valid until the next value is read.
typealias ListedValue = Listed<UnsafeBufferPointer<UInt8>>

/// A value that can be kept.
typealias KeptValue = Listed<String>

extension ListedValue {
    /// A copy that can be kept.
    package var kept: KeptValue { map { String(decoding: $0, as: UTF8.self) } }
}

extension KeptValue {
    /// The plain text form, of a number as it is written; `nil` if it is empty.
    var plainText: String? {
        switch self {
        case .empty: nil
        case .flag(let flag): CellValue.bool(flag).plainText
        case .int(let number): String(number)
        case .float(let number, let text): text ?? number.plainText
        case .decimal(let number): number.text
        case .text(let text): text
        }
    }
}

/// Gathers the cells of a field from values with types.
///
/// The field has the type of its numbers or truth values; texts among them are unfit, as Kiroku writes them. Numbers
/// are decimal numbers if a Float would lose decimals of one of them; whole numbers too large for an Int are texts.
/// Without such values, or if they have types that only String can hold together, it is a text field.
final class ListedCells {
    private enum Kind {
        /// Only texts so far.
        case text
        case int, float, decimal, flag
        /// All values become texts.
        case mixed
    }

    /// The gathered cells.
    struct Gathered: Sendable {
        let column: Column
        /// By the record's index.
        let unfitTexts: [Int: String]
        /// The texts of all cells, numbers as they are written, where the column's numbers may have another form.
        var written: StringColumn?
    }

    private(set) var count = 0
    private var kind: Kind
    private var ints = FixedColumn<Int>()
    private var floats = GuessedFloats(emptyCount: 0)
    private var decimals = DecimalColumn()
    private var flags = BoolColumn()
    private var texts: StringColumnBuilder? = StringColumnBuilder(capacity: 0)
    /// Texts among values of another type, by the record's index.
    private var strayTexts: [Int: String] = [:]

    /// - Parameter types: with ``SeparatedText/ReadingOptions/Types/text``, all values become texts.
    init(types: SeparatedText.ReadingOptions.Types) {
        kind = types == .text ? .mixed : .text
    }

    func add(_ value: ListedValue) {
        switch (kind, value) {
        case (_, .empty): return fill(to: count + 1)
        case (.text, .text(let text)), (.mixed, .text(let text)): texts?.append(validUTF8: text)
        case (.mixed, _): append(value.kept.plainText)
        case (.int, .int(let number)): ints.append(number)
        case (.float, .float(let number, let text)): append(number, written: text)
        case (.float, .int(let number)) where Double(exactly: number) != nil: append(Double(number), whole: number)
        case (.decimal, .int(let number)): decimals.append(DecimalNumber(number))
        case (.decimal, .decimal(let number)): decimals.append(number)
        case (.decimal, .float(let number, let text)) where Self.decimal(number, text) != nil:
            decimals.append(Self.decimal(number, text))
        case (_, .decimal(let number)) where number.places == 0: return add(text: number.text)
        case (.flag, .flag(let flag)): flags.append(flag)
        case (_, .text(let text)):
            // As in a list of lists, an empty text is not unfit text.
            if !text.isEmpty { strayTexts[count] = String(decoding: text, as: UTF8.self) }
            return fill(to: count + 1)
        default:
            change(for: value)
            return add(value)
        }
        count += 1
    }

    /// Adds empty cells until there are `newCount`.
    func fill(to newCount: Int) {
        let added = newCount - count
        guard added > 0 else { return }
        switch kind {
        case .text, .mixed: texts?.appendEmpty(added)
        case .int: ints.appendEmpty(added)
        case .float: floats.appendEmpty(added)
        case .decimal: decimals.appendEmpty(added)
        case .flag: for _ in 0..<added { flags.append(nil) }
        }
        count = newCount
    }

    /// - Parameter keepsForms: whether the texts of numbers are needed, too.
    func finished(keepsForms: Bool = false) -> Gathered {
        takeStrayNumbers()
        let column: Column =
            switch kind {
            case .text: Self.column(of: texts?.finished() ?? StringColumn())
            case .mixed: .string(texts?.finished() ?? StringColumn())
            case .int: .int(ints)
            case .float: .float(floats.column)
            case .decimal: .decimal(decimals)
            case .flag: .bool(flags)
            }
        let written = keepsForms && kind == .float ? writtenTexts() : nil
        return Gathered(column: column, unfitTexts: strayTexts, written: written)
    }

    /// Whole numbers that were gathered as texts are values among decimal numbers.
    private func takeStrayNumbers() {
        guard kind == .decimal else { return }
        for (index, text) in strayTexts {
            guard let number = DecimalNumber(text), number.places == 0, number.whole == nil else { continue }
            decimals[index] = number
            strayTexts[index] = nil
        }
    }

    /// The texts of a field of Floats, and those among them.
    private func writtenTexts() -> StringColumn {
        var builder = StringColumnBuilder(capacity: count)
        floats.writeTexts(to: &builder)
        var texts = builder.finished()
        for (index, text) in strayTexts { texts[index] = text }
        return texts
    }

    /// Texts may be values of a type that the format can only write as text.
    private static func column(of texts: StringColumn) -> Column {
        FieldType.allCases.lazy.compactMap { $0.kind.column(listed: texts) }.first ?? .string(texts)
    }

    // MARK: Changing the type

    /// Converts the gathered cells to a type that `value` has, too.
    private func change(for value: ListedValue) {
        switch (kind, value) {
        case (.text, .int): leaveTexts(for: .int)
        case (.text, .float): leaveTexts(for: .float)
        case (.text, .decimal): leaveTexts(for: .decimal)
        case (.text, .flag): leaveTexts(for: .flag)
        case (.int, .float) where GuessedFloats.canHold(ints):
            floats = GuessedFloats(whole: ints)
            ints = FixedColumn()
            kind = .float
        case (.int, .decimal):
            for number in ints { decimals.append(number.map { DecimalNumber($0) }) }
            ints = FixedColumn()
            kind = .decimal
        case (.float, .decimal):
            guard let numbers = writtenDecimals() else { return makeTexts() }
            decimals = numbers
            floats = GuessedFloats(emptyCount: 0)
            kind = .decimal
        default: makeTexts()
        }
    }

    private func leaveTexts(for newKind: Kind) {
        guard let column = texts?.finished() else { return }
        texts = nil
        for index in column.indices {
            if let text = column[index], !text.isEmpty { strayTexts[index] = text }
        }
        kind = newKind
        let cells = count
        count = 0
        fill(to: cells)
    }

    /// The Floats so far as decimal numbers; `nil` if one has too many digits.
    private func writtenDecimals() -> DecimalColumn? {
        var builder = StringColumnBuilder(capacity: count)
        floats.writeTexts(to: &builder)
        var numbers = DecimalColumn()
        for text in builder.finished() {
            let number = text.flatMap { DecimalNumber($0) }
            if number == nil, text != nil { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// A number as it is written, exactly.
    private static func decimal(_ number: Double, _ text: UnsafeBufferPointer<UInt8>?) -> DecimalNumber? {
        DecimalNumber(text.map { String(decoding: $0, as: UTF8.self) } ?? number.shortText)
    }

    private func makeTexts() {
        let cells = finished(keepsForms: true)
        (kind, strayTexts) = (.mixed, [:])
        texts = StringColumnBuilder(capacity: count)
        for index in 0..<count {
            append(cells.written?[index] ?? cells.unfitTexts[index] ?? cells.column[index].plainText)
        }
        (ints, floats, flags) = (FixedColumn(), GuessedFloats(emptyCount: 0), BoolColumn())
        decimals = DecimalColumn()
    }

    private func add(text: String) {
        var text = text
        text.withUTF8 { add(.text($0)) }
    }

    private func append(_ number: Double, written text: UnsafeBufferPointer<UInt8>?) {
        if let text { return floats.append(number, written: text) }
        var plain = number.plainText
        plain.withUTF8 { floats.append(number, written: $0) }
    }

    private func append(_ number: Double, whole: Int) {
        var digits = String(whole)
        digits.withUTF8 { floats.append(number, written: $0) }
    }

    private func append(_ text: String?) {
        if let text { texts?.append(text) } else { texts?.appendEmpty() }
    }
}
