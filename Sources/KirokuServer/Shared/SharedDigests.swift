import KirokuCore
import KirokuPictures

/// What the buckets of a shared table have here; see ``BucketDifferences``.
///
/// A record falls into a bucket by its number, and its mark is made from its place and the texts of its cells, here and on the
/// server in the same way. So nothing is kept for it. Where a text has two forms, such as a number of very many digits, a
/// bucket may be read in vain.
struct SharedDigests: Sendable {
    /// How many buckets there are.
    let count: Int
    /// What those have that are not empty.
    let buckets: [Int: BucketDigest]

    /// There are at most so many buckets, and about so many records in each.
    private static let (mostBuckets, records) = (16_384, 64)
    /// How many hexadecimal digits of a sum are a mark.
    private static let digits = 10

    /// - Parameters:
    ///   - table: what is here, without edits that wait.
    ///   - expected: how many records there are on the server, as far as that is known.
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

    /// Whether there would be more of them, were it known that there are so many records on the server.
    func isFinerPossible(for expected: Int) -> Bool { count < min(Self.mostBuckets, expected / Self.records) }

    /// Whether a record falls into one of some buckets.
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

    /// Numbers of 64 bits go by these: 12 is also 12.0, here or there.
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

    /// The statement for what the buckets have there.
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
