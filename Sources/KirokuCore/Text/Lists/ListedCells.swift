/// A value with its type, as in JSON and property lists.
enum Listed<Text> {
    /// `null`, or a list without items.
    case empty
    case flag(Bool)
    case int(Int)
    case float(Double)
    case text(Text)

    /// The value with its text converted.
    func map<Other>(_ transform: (Text) -> Other) -> Listed<Other> {
        switch self {
        case .empty: .empty
        case .flag(let flag): .flag(flag)
        case .int(let number): .int(number)
        case .float(let number): .float(number)
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
    var kept: KeptValue { map { String(decoding: $0, as: UTF8.self) } }
}

extension KeptValue {
    /// The plain text form; `nil` if it is empty.
    var plainText: String? {
        switch self {
        case .empty: nil
        case .flag(let flag): CellValue.bool(flag).plainText
        case .int(let number): String(number)
        case .float(let number): number.plainText
        case .text(let text): text
        }
    }
}

/// Gathers the cells of a field from values with types.
///
/// The field has the type of its numbers or truth values; texts among them are unfit, as Kiroku writes them. Without
/// such values, or if they have types that only String can hold together, it is a text field.
final class ListedCells {
    private enum Kind {
        /// Only texts so far.
        case text
        case int, float, flag
        /// All values become texts.
        case mixed
    }

    /// The gathered cells.
    struct Gathered: Sendable {
        let column: Column
        /// By the record's index.
        let unfitTexts: [Int: String]
    }

    private(set) var count = 0
    private var kind: Kind
    private var ints = FixedColumn<Int>()
    private var floats = FixedColumn<Double>()
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
        case (.float, .float(let number)): floats.append(number)
        case (.float, .int(let number)) where Double(exactly: number) != nil: floats.append(Double(number))
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
        case .flag: for _ in 0..<added { flags.append(nil) }
        }
        count = newCount
    }

    func finished() -> Gathered {
        let column: Column =
            switch kind {
            case .text: Self.column(of: texts?.finished() ?? StringColumn())
            case .mixed: .string(texts?.finished() ?? StringColumn())
            case .int: .int(ints)
            case .float: .float(floats)
            case .flag: .bool(flags)
            }
        return Gathered(column: column, unfitTexts: strayTexts)
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
        case (.text, .flag): leaveTexts(for: .flag)
        case (.int, .float) where GuessedFloats.canHold(ints):
            floats = ints.map(Double.init)
            ints = FixedColumn()
            kind = .float
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

    private func makeTexts() {
        let cells = finished()
        (kind, strayTexts) = (.mixed, [:])
        texts = StringColumnBuilder(capacity: count)
        for index in 0..<count {
            append(cells.unfitTexts[index] ?? cells.column[index].plainText)
        }
        (ints, floats, flags) = (FixedColumn(), FixedColumn(), BoolColumn())
    }

    private func append(_ text: String?) {
        if let text { texts?.append(text) } else { texts?.appendEmpty() }
    }
}
