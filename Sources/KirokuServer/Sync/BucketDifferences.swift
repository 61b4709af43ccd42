import KirokuCore

/// The buckets of a table that differ between the server and the document.
///
/// A record is assigned to a bucket by its key, and has a mark that changes with the record. The digest of a bucket is
/// the number of its records and the sum of their marks. So all differences are found, whatever their cause.
struct BucketDifferences {
    /// The number of records in each of them, here or there.
    private let counts: [Int: Int]
    /// The total number of records on the server, and of those that are too long to be kept here.
    let (total, longCount): (Int, Int)

    var buckets: Set<Int> { Set(counts.keys) }
    var records: Int { counts.values.reduce(0, +) }

    /// Asks the server for its buckets.
    ///
    /// - Parameters:
    ///   - statement: a statement that returns a row for each bucket: its number, the number of records that can be
    ///     kept, the sum of their marks, and the number of records that are too long.
    ///   - here: the document's digests of the non-empty buckets.
    init(
        _ statement: String, _ here: [Int: BucketDigest], _ line: ServerLine
    ) throws(ServerError) {
        var (there, total, longCount): ([Int: BucketDigest], Int, Int) = ([:], 0, 0)
        for row in try line.rows(statement) {
            guard let bucket = row.number(0), let count = row.number(1), let sum = count > 0 ? row.number(2) : 0,
                let long = row.number(3)
            else { throw .unintelligible(server: line.plan.server) }
            (total, longCount) = (total + count, longCount + long)
            if count > 0 { there[bucket] = BucketDigest(count: count, sum: Int64(sum)) }
        }
        (self.total, self.longCount) = (total, longCount)
        let buckets = Set(there.keys).union(here.keys).filter { there[$0] != here[$0] }
        let counts = buckets.map { ($0, max(there[$0]?.count ?? 0, here[$0]?.count ?? 0)) }
        self.counts = Dictionary(uniqueKeysWithValues: counts)
    }

    /// Buckets that are read together.
    struct Batch {
        let buckets: Set<Int>
        /// Whether nothing else differs.
        let isAll: Bool
        /// Whether the batch would be smaller with more buckets.
        let isCoarse: Bool

        /// The condition that a record is in one of them, with an expression for its bucket.
        func condition(_ bucket: String) -> String {
            buckets.isEmpty ? "false" : "\(bucket) IN (\(buckets.sorted().map(String.init).joined(separator: ",")))"
        }
    }

    /// The buckets to read at once: all of them, or some if they have too many records.
    ///
    /// - Parameter inSmallParts: whether to read fewer at once.
    /// - Returns: `nil` if so much differs that the whole table can be read as well.
    func batch(_ limits: ServerLimits, inSmallParts: Bool) -> Batch? {
        let records = records
        guard records > min(SharedFeed.limit, limits.records) else {
            return Batch(buckets: buckets, isAll: true, isCoarse: false)
        }
        guard inSmallParts || total > limits.records else { return nil }
        let most = min(inSmallParts ? SharedFeed.limit : .max, limits.records / 2)
        var (some, count): (Set<Int>, Int) = ([], 0)
        for bucket in counts.sorted(by: { $0.key < $1.key }) {
            guard some.isEmpty || count + bucket.value <= most else { break }
            some.insert(bucket.key)
            count += bucket.value
        }
        return Batch(buckets: some, isAll: some.count == counts.count, isCoarse: some.count == 1 && records > most)
    }
}
