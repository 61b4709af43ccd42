import KirokuCore
import KirokuPictures

/// The digests of a shared table's buckets here; see ``BucketDifferences``.
///
/// The bucket of a record depends on its number, and its mark is computed from its place and the texts of its cells, in
/// the same way here and on the server. So nothing needs to be stored. If a value has two text forms, such as a number
/// with very many digits, a bucket may be read in vain.
struct SharedDigests: Sendable {
    /// The number of buckets.
    let count: Int
    /// The digests of the non-empty buckets.
    let buckets: [Int: BucketDigest]

    /// The largest number of buckets, and the approximate number of records in each.
    private static let (mostBuckets, records) = (16_384, 64)
    /// How many hexadecimal digits of a hash form a mark.
    private static let digits = 10

    /// - Parameters:
    ///   - table: the table here, without pending edits.
    ///   - expected: the number of records on the server, as far as known.
    init(_ table: RecordTable, expecting expected: Int = 0) {
        count = max(1, min(Self.mostBuckets, max(table.count, expected) / Self.records))
        var buckets: [Int: BucketDigest] = [:]
        for record in table.ids.indices {
            let bucket = Int(table.ids[record].rawValue % Int64(count))
            let digest = buckets[bucket] ?? BucketDigest(count: 0, sum: 0)
            buckets[bucket] = BucketDigest(count: digest.count + 1, sum: digest.sum + Self.mark(of: record, in: table))
        }
        self.buckets = buckets
    }

    /// Whether there would be more buckets for this number of records on the server.
    func isFinerPossible(for expected: Int) -> Bool { count < min(Self.mostBuckets, expected / Self.records) }

    /// Whether a record is in one of some buckets.
    func contains(_ record: RecordID, in buckets: Set<Int>) -> Bool {
        buckets.contains(Int(record.rawValue % Int64(count)))
    }

    private static func mark(of record: Int, in table: RecordTable) -> Int64 {
        let id = table.ids[record]
        let place = table.place(of: id)
        var bytes = Array("\(id.rawValue) \(place.after) \(place.step)".utf8)
        for field in table.schema.fields.indices {
            if let text = text(of: table[record, field], table.schema[field].type) {
                bytes.append(1)
                bytes += text.utf8
            } else {
                bytes.append(2)
            }
        }
        return Int64(Checksum.sha256(of: bytes).prefix(digits), radix: 16) ?? 0
    }

    /// Floating-point numbers are compared by their bits, because 12 may also be written 12.0.
    private static let binaryType = "double precision"

    private static func text(of value: CellValue, _ type: FieldType) -> String? {
        let text = value.plainText
        guard type.databaseType == binaryType, !value.isUnfit, let number = text.flatMap(Double.init) else {
            return text
        }
        let digits = String(number.bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: On the server

    /// The statement for the digests on the server.
    func statement(_ layout: SharedLayout, _ limits: ServerLimits) -> String {
        let own = SharedLayout.Own.self
        let place = "coalesce(\(own.after), \(own.record)) || ' ' || coalesce(\(own.step), 0)"
        let cells = layout.fields.fields.indices.map { field in
            let isBinary = layout.fields[field].type.databaseType == Self.binaryType
            let value = isBinary ? "pg_catalog.encode(pg_catalog.float8send(\(layout.columns[field])), 'hex')" : nil
            return " || coalesce(pg_catalog.chr(1) || (\(layout.text(of: field, else: value))), pg_catalog.chr(2))"
        }
        let bytes = "pg_catalog.convert_to(\(own.record) || ' ' || \(place)\(cells.joined()), 'UTF8')"
        let hex = "pg_catalog.encode(pg_catalog.sha256(\(bytes)), 'hex')"
        let isHeld = layout.isHeld(limits)
        return """
            SELECT \(bucket), count(*) FILTER (WHERE \(isHeld)), \
            sum(('x' || pg_catalog.left(\(hex), \(Self.digits)))::bit(\(4 * Self.digits))::bigint) FILTER (WHERE \(isHeld)), \
            count(*) FILTER (WHERE NOT (\(isHeld))) FROM \(layout.table) GROUP BY 1
            """
    }

    /// An expression for the bucket of a record.
    var bucket: String { "(\(SharedLayout.Own.record) % \(count))" }
}
