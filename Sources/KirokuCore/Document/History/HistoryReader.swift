/// Reads what ``HistoryWriter`` wrote.
///
/// A file may come from anywhere, so nothing is taken on trust: what could not be applied without harm is no step.
struct HistoryReader {
    private let bytes: [UInt8]
    private var position = 0

    struct Damaged: Error {}

    /// The step that these bytes stand for; `nil` if they stand for none.
    static func step(_ bytes: [UInt8]) -> HistoryStep? {
        var reader = HistoryReader(bytes: bytes)
        return try? reader.step()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func step() throws(Damaged) -> HistoryStep {
        guard try byte() == HistoryWriter.version else { throw Damaged() }
        guard let title = ChangeTitle(stored: try number(), count: try number()) else { throw Damaged() }
        let change = try change(depth: 0)
        guard position == bytes.count else { throw Damaged() }
        return HistoryStep(change: change, title: title)
    }

    // MARK: Changes

    private mutating func change(depth: Int) throws(Damaged) -> Change {
        switch try byte() {
        case 0:
            var edits: [CellEdit] = []
            for _ in 0..<(try count()) {
                edits.append(CellEdit(record: try number(), field: try number(), value: try value()))
            }
            return .setCells(edits)
        case 1:
            let places = try places()
            return .insertRecords(try table(), at: places)
        case 2: return .deleteRecords(at: try places())
        case 3:
            let index = try number()
            return .changeFields(.insert(try contents(), at: index))
        case 4: return .changeFields(.remove(at: try number()))
        case 5:
            let index = try number()
            return .changeFields(.redefine(at: index, try definition()))
        case 6:
            let index = try number()
            return .changeFields(.replace(at: index, try contents()))
        case 7: return .changeFields(.move(from: try number(), to: try number()))
        case 8 where depth < Self.depthLimit:
            var changes: [Change] = []
            for _ in 0..<(try count()) { changes.append(try change(depth: depth + 1)) }
            return .sequence(changes)
        default: throw Damaged()
        }
    }

    /// Sequences in sequences; the program makes no more than two.
    private static let depthLimit = 8

    // MARK: Parts

    private mutating func contents() throws(Damaged) -> FieldContents {
        let definition = try definition()
        var column = Column(type: definition.type)
        var unfitTexts: [Int: String] = [:]
        for index in 0..<(try count()) {
            let value = try value(for: definition.type)
            column.append(value)
            if let text = value.unfitText { unfitTexts[index] = text }
        }
        return FieldContents(definition, column: column, unfitTexts: unfitTexts)
    }

    private mutating func table() throws(Damaged) -> RecordTable {
        let next = FieldID(rawValue: try number())
        var fields: [FieldDefinition] = []
        for _ in 0..<(try count()) { fields.append(try definition()) }
        guard let schema = try? Schema(fields: fields, nextFieldID: next) else { throw Damaged() }
        var ids: [RecordID] = []
        var cells = schema.fields.map { FieldCells(type: $0.type) }
        var last: Int64 = 0
        for _ in 0..<(try count()) {
            let (id, overflow) = last.addingReportingOverflow(Int64(try number()))
            guard !overflow, id > last, RecordID.range.contains(id) else { throw Damaged() }
            last = id
            ids.append(RecordID(rawValue: id))
            for field in cells.indices {
                cells[field].append(try value(for: schema[field].type), of: RecordID(rawValue: id))
            }
        }
        return RecordTable(schema: schema, ids: ids, cells: cells)
    }

    private mutating func definition() throws(Damaged) -> FieldDefinition {
        let id = try number()
        let name = try text()
        guard FieldID.range.contains(id), let type = FieldType(rawValue: try text()) else {
            throw Damaged()
        }
        let initial = try value()
        let isMarked = try byte() == 1
        guard
            case let definition? = try? FieldDefinition(
                id: FieldID(rawValue: id), name: name, type: type, initialValue: initial, isMarkedAsPicture: isMarked)
        else { throw Damaged() }
        return definition
    }

    private mutating func places() throws(Damaged) -> RecordIndexes {
        var indexes = RecordIndexes()
        var end = 0
        for run in 0..<(try count()) {
            let (start, tooFar) = end.addingReportingOverflow(try number())
            let (upper, tooLong) = start.addingReportingOverflow(try number())
            guard !tooFar, !tooLong, upper > start, run == 0 || start > end else { throw Damaged() }
            indexes.append(start..<upper)
            end = upper
        }
        return indexes
    }

    private mutating func value(for type: FieldType) throws(Damaged) -> CellValue {
        let value = try value()
        guard value.fits(type) else { throw Damaged() }
        return value
    }

    private mutating func value() throws(Damaged) -> CellValue {
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

    /// A number of things that follow, each of at least one byte.
    private mutating func count() throws(Damaged) -> Int {
        let count = try number()
        guard count <= bytes.count - position else { throw Damaged() }
        return count
    }

    private mutating func number() throws(Damaged) -> Int {
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

    private mutating func byte() throws(Damaged) -> UInt8 {
        guard position < bytes.count else { throw Damaged() }
        defer { position += 1 }
        return bytes[position]
    }
}
