/// The row of another program's table that a record stands for.
package struct RecordKey: Sendable, Hashable {
    package let record: RecordID
    /// The key of the row on the server, as text.
    package let key: String
    /// The bucket of the row; the rows are divided into buckets so that only few need to be read again.
    package let bucket: Int
    /// A mark that changes with the row; ``unread`` if the row must be read again.
    package let mark: Int64

    /// The mark of a row that was written here, and has not been read since.
    package static let unread: Int64 = -1

    package init(record: RecordID, key: String, bucket: Int, mark: Int64) {
        self.record = record
        self.key = key
        self.bucket = bucket
        self.mark = mark
    }
}

/// Changes of the keys of a document.
package struct KeyChanges: Sendable {
    /// Whether ``set`` replaces all keys.
    package var isWhole = false
    /// Whether all rows must be read again.
    private(set) var areUnread = false
    package var set: [RecordKey] = []
    /// Records whose rows are gone, or have another key.
    package var gone: [RecordID] = []

    package init() {}

    /// Changes after which all rows must be read again.
    package static var allUnread: KeyChanges {
        var changes = KeyChanges()
        changes.areUnread = true
        return changes
    }
}

/// How many rows a bucket has, and the sum of their marks.
package struct BucketDigest: Sendable, Hashable {
    package let count: Int
    package let sum: Int64

    package init(count: Int, sum: Int64) {
        self.count = count
        self.sum = sum
    }
}

/// The table `keys` of a document that is a copy of another program's table.
///
/// It is written in the same transactions as the records. The rows are in the order of the records, so those of new
/// records are simply appended; an index orders them by bucket.
extension SQLiteConnection {
    func write(_ keys: KeyChanges) throws(StorageError) {
        guard !keys.isWhole else {
            try execute(CardFileFormat.keysCreation)
            try append(keys.set.sorted { $0.record < $1.record })
            return try execute(CardFileFormat.keysIndexCreation)
        }
        if keys.areUnread { try execute("UPDATE keys SET mark = \(RecordKey.unread)") }
        if !keys.gone.isEmpty {
            let row = try cached("DELETE FROM keys WHERE record = ?")
            for record in keys.gone {
                try row.bind(record.rawValue, at: 1)
                try row.run()
            }
        }
        guard !keys.set.isEmpty else { return }
        // This also replaces the former key of a row, and a key that another record had.
        let same = try cached("DELETE FROM keys WHERE bucket = ? AND key = ?")
        for key in keys.set {
            try same.bind(Int64(key.bucket), at: 1)
            try same.bind(key.key, at: 2)
            try same.run()
        }
        try append(keys.set)
    }

    /// Adds rows; replaces those of records that already have one.
    func append(_ keys: [RecordKey]) throws(StorageError) {
        guard !keys.isEmpty else { return }
        let row = try cached("INSERT OR REPLACE INTO keys(record, bucket, key, mark) VALUES(?, ?, ?, ?)")
        for key in keys {
            try row.bind(key.record.rawValue, at: 1)
            try row.bind(Int64(key.bucket), at: 2)
            try row.bind(key.key, at: 3)
            try row.bind(key.mark, at: 4)
            try row.run()
        }
    }

    /// The keys in these buckets; `nil` for all.
    func keys(inBuckets buckets: [Int]?) throws(StorageError) -> [RecordKey] {
        guard let buckets else {
            return try Self.keys(of: try prepare("SELECT record, key, bucket, mark FROM keys"))
        }
        let rows = try cached("SELECT record, key, bucket, mark FROM keys WHERE bucket = ?")
        var keys: [RecordKey] = []
        for bucket in buckets {
            try rows.bind(Int64(bucket), at: 1)
            keys += try Self.keys(of: rows)
            rows.reset()
        }
        return keys
    }

    /// The keys of some records, for those that have one.
    func keys(of records: Set<RecordID>) throws(StorageError) -> [RecordID: String] {
        let rows = try cached("SELECT record, key, bucket, mark FROM keys WHERE record = ?")
        var keys: [RecordID: String] = [:]
        for record in records {
            try rows.bind(record.rawValue, at: 1)
            if try rows.step() { keys[record] = rows[1].text }
            rows.reset()
        }
        return keys
    }

    private static func keys(of rows: SQLiteStatement) throws(StorageError) -> [RecordKey] {
        var keys: [RecordKey] = []
        while try rows.step() {
            keys.append(
                RecordKey(
                    record: RecordID(rawValue: rows[0].integer), key: rows[1].text, bucket: Int(rows[2].integer),
                    mark: rows[3].integer))
        }
        return keys
    }

    /// The digests of all non-empty buckets.
    ///
    /// Summed up here, so that SQLite need not sort the rows.
    func bucketDigests() throws(StorageError) -> [Int: BucketDigest] {
        let rows = try prepare("SELECT bucket, mark FROM keys")
        var digests: [Int: BucketDigest] = [:]
        while try rows.step() {
            let bucket = Int(rows[0].integer)
            let known = digests[bucket] ?? BucketDigest(count: 0, sum: 0)
            digests[bucket] = BucketDigest(count: known.count + 1, sum: known.sum &+ rows[1].integer)
        }
        return digests
    }
}

/// The keys of a document, for the program that keeps it in sync.
extension CardFile {
    /// The keys of the records in these buckets; `nil` for all.
    package func keys(inBuckets buckets: [Int]?) throws(StorageError) -> [RecordKey] {
        try opened().keys(inBuckets: buckets)
    }

    /// The keys of the rows of some records, for those that have one.
    package func keys(of records: Set<RecordID>) throws(StorageError) -> [RecordID: String] {
        try opened().keys(of: records)
    }

    /// The digests of all non-empty buckets.
    package func bucketDigests() throws(StorageError) -> [Int: BucketDigest] { try opened().bucketDigests() }

    /// The fields of the document without the pending edits.
    package func sharedSchema() throws(StorageError) -> Schema {
        let connection = try opened()
        for commit in try connection.waiting() {
            for case .changeFields(let change) in commit.change.flattened { return change.base }
        }
        return try SmallReader(connection, path: path).schema
    }
}
