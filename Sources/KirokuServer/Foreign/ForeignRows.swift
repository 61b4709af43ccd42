import KirokuCore

/// Rows of another program's table, with their keys.
struct ForeignRows: Sendable {
    /// The keys of the rows, in the order of the records.
    struct Key: Sendable {
        let bucket: Int
        let mark: Int64
        let key: String
    }

    private(set) var keys: [Key] = []
    /// The cells, with the fields of the copy; the records are numbered from 1.
    private(set) var table: RecordTable

    /// Small enough that the sum of five million marks fits in 64 bits.
    static let markMask = (1 << 40) - 1

    /// No rows.
    init(_ layout: ForeignLayout) {
        table = RecordTable(schema: layout.fields)
    }

    private init(keys: [Key], table: RecordTable) {
        (self.keys, self.table) = (keys, table)
    }

    /// The cells of a record.
    func cells(_ record: Int) -> [CellValue] { table.schema.fields.indices.map { table[record, $0] } }

    /// The keys for a document, with the identities of the rows there; new rows get new ones.
    ///
    /// - Parameter known: the keys that it already has.
    func identified(_ known: [RecordKey]) -> [RecordKey] {
        let records = Dictionary(known.map { ($0.key, $0.record) }) { first, _ in first }
        var new = RecordIDSource.shared.take(keys.count { records[$0.key] == nil })[...]
        return keys.map { key in
            let record = records[key.key] ?? new.removeFirst()
            return RecordKey(record: record, key: key.key, bucket: key.bucket, mark: key.mark)
        }
    }

    /// The keys for a new document, whose records have the numbers of ``table``.
    var numbered: [RecordKey] {
        zip(table.ids, keys).map { RecordKey(record: $0, key: $1.key, bucket: $1.bucket, mark: $1.mark) }
    }

    /// Parses rows as they arrive: a line of comma-separated text for each, with the bucket, the mark and the key
    /// first.
    struct Builder: ~Copyable {
        private let fields: Schema
        private var records: ExactRecords
        private var keys: [Key] = []

        init(_ layout: ForeignLayout) {
            fields = layout.fields
            records = ExactRecords(types: fields.fields.map(\.type))
        }

        var count: Int { keys.count }

        /// - Returns: false if the line is not of this form.
        mutating func add(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
            var rest = line[...]
            guard let bucket = Self.number(&rest), let mark = Self.number(&rest),
                let key = CopiedCells.first(of: &rest), records.add(UnsafeBufferPointer(rebasing: rest))
            else { return false }
            keys.append(Key(bucket: Int(bucket), mark: mark, key: key))
            return true
        }

        /// The rows received since the last call.
        ///
        /// - Parameter before: how many rows preceded; the numbers continue from there.
        mutating func taken(after before: Int = 0) -> ForeignRows {
            let rows = ForeignRows(keys: keys, table: records.table(of: fields, after: before))
            records = ExactRecords(types: fields.fields.map(\.type))
            keys = []
            return rows
        }

        private static func number(_ line: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
            var number: Int64 = 0
            while let byte = line.popFirst() {
                if byte == UInt8(ascii: ",") { return number }
                guard (0x30...0x39).contains(byte) else { return nil }
                let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
                guard !isOver, tens <= .max - 9 else { return nil }
                number = tens + Int64(byte - 0x30)
            }
            return nil
        }
    }
}
