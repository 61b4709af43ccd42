/// The bytes of a step, and how to read what ``HistoryWriter`` wrote.
struct HistoryBytes {
    private let bytes: [UInt8]
    private var position = 0

    struct Damaged: Error {}

    /// What fields are known by in memory that have another number in the file (``Mending``).
    private let fields: [Int: FieldID]

    init(_ bytes: [UInt8], fields: [Int: FieldID]) {
        self.bytes = bytes
        self.fields = fields
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func schema() throws(Damaged) -> Schema {
        let next = FieldID(rawValue: min(try number(), FieldID.range.upperBound + 1))
        var fields: [FieldDefinition] = []
        for _ in 0..<(try count()) { fields.append(try definition()) }
        guard let schema = try? Schema(fields: fields, nextFieldID: next) else { throw Damaged() }
        return schema
    }

    mutating func definition() throws(Damaged) -> FieldDefinition {
        let id = try field()
        let name = try text()
        guard FieldID.range.contains(id.rawValue), let type = FieldType(rawValue: try text()) else {
            throw Damaged()
        }
        let initial = try value()
        let isMarked = try byte() == 1
        guard let format = NumberFormat(stored: try text()),
            case let definition? = try? FieldDefinition(
                id: id, name: name, type: type, initialValue: initial, isMarkedAsPicture: isMarked,
                numberFormat: format)
        else { throw Damaged() }
        return definition.with(try source(for: type)).with(try rules(for: type)).with(try options())
    }

    private mutating func source(for type: FieldType) throws(Damaged) -> InitialSource? {
        let stored = try text()
        guard !stored.isEmpty else { return nil }
        guard let source = InitialSource(stored: stored), source.suits(type) else { throw Damaged() }
        return source
    }

    private mutating func options() throws(Damaged) -> [ChoiceOption] {
        let stored = try text()
        guard !stored.isEmpty else { return [] }
        guard let options = [ChoiceOption](stored: stored) else { throw Damaged() }
        return options
    }

    private mutating func rules(for type: FieldType) throws(Damaged) -> FieldRules {
        let stored = try text()
        guard !stored.isEmpty else { return FieldRules() }
        guard let rules = FieldRules(stored: stored, for: type) else { throw Damaged() }
        return rules
    }

    mutating func field() throws(Damaged) -> FieldID {
        let number = try number()
        return fields[number] ?? FieldID(rawValue: number)
    }

    mutating func value(for type: FieldType) throws(Damaged) -> CellValue {
        let value = try value()
        guard value.fits(type) else { throw Damaged() }
        return value
    }

    mutating func value() throws(Damaged) -> CellValue {
        let tag = try byte()
        if tag == 0 { return .empty }
        if tag == 6 { return .unfit(try text()) }
        for type in FieldType.allCases {
            if let value = try type.kind.cell(tagged: tag, from: &self) { return value }
        }
        throw Damaged()
    }

    mutating func eightBytes() throws(Damaged) -> UInt64 {
        var bits: UInt64 = 0
        for shift in 0..<8 { bits |= UInt64(try byte()) << UInt64(8 * shift) }
        return bits
    }

    mutating func text() throws(Damaged) -> String {
        let length = try number()
        guard length <= bytes.count - position else { throw Damaged() }
        defer { position += length }
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    /// The number of items that follow, each of at least one byte.
    mutating func count() throws(Damaged) -> Int {
        let count = try number()
        guard count <= bytes.count - position else { throw Damaged() }
        return count
    }

    /// A number that may be negative.
    mutating func signed() throws(Damaged) -> Int {
        let bits = try varyingBits()
        return Int(bitPattern: UInt(bits >> 1)) ^ -Int(bits & 1)
    }

    /// A number that is not negative.
    mutating func number() throws(Damaged) -> Int {
        guard let number = Int(exactly: try varyingBits()) else { throw Damaged() }
        return number
    }

    mutating func varyingBits() throws(Damaged) -> UInt64 {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let next = try byte()
            bits |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return bits }
        }
        throw Damaged()
    }

    mutating func byte() throws(Damaged) -> UInt8 {
        guard position < bytes.count else { throw Damaged() }
        defer { position += 1 }
        return bytes[position]
    }
}
