import KirokuCore

/// The buckets of a table that are other ones on the server than here.
///
/// A record falls into a bucket by what it is known by, and has a mark, which is another one as soon as the record is. A bucket is
/// known by how many records it has and the sum of their marks. So whatever differs is found, for whatever reason.
struct BucketDifferences {
    /// How many records each of them has, here or there.
    private let counts: [Int: Int]
    /// How many records there are on the server in all, and how many more that are too long to be held here.
    let (total, longCount): (Int, Int)

    var buckets: Set<Int> { Set(counts.keys) }
    var records: Int { counts.values.reduce(0, +) }

    /// Asks the server for its buckets.
    ///
    /// - Parameters:
    ///   - statement: has a row for each: its number, how many records it has that are held, the sum of their marks, and how many
    ///     that are too long.
    ///   - here: what the document has of those that are not empty.
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

    /// Some of them, which are read together.
    struct Batch {
        let buckets: Set<Int>
        /// Whether nothing else differs.
        let isAll: Bool
        /// Whether it would be smaller if there were more buckets.
        let isCoarse: Bool

        /// The condition that a record is in one of them, by an expression for its bucket.
        func condition(_ bucket: String) -> String {
            buckets.isEmpty ? "false" : "\(bucket) IN (\(buckets.sorted().map(String.init).joined(separator: ",")))"
        }
    }

    /// What is read at once: all of them, or some if the table has more records than are held at once.
    ///
    /// - Parameter inSmallParts: whether more at once would be too much.
    /// - Returns: `nil` if so much differs that all of the table is read as well.
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
