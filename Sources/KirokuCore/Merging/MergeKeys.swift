/// Finds the record that has a key, among those of the table and those that were added.
struct MergeKeys {
    enum Place {
        case new
        /// A record that was added for the same key before, by its number among the new ones.
        case added(Int)
        case record(Int)
    }

    private(set) var repeatedCount = 0
    /// The keys that were asked for more than once, or stand in the table more than once.
    private(set) var repeatedKeys: [String] = []
    private var records: [String: Int] = [:]
    private var repeated: Set<String> = []
    private var added: [String: Int] = [:]
    private var met: Set<String> = []
    private var told: Set<String> = []
    /// The key that was asked for last, if it is to be found again.
    private var lastKey: String?

    /// - Throws: `CancellationError` if the task is cancelled.
    init(_ key: FieldMatch?, of table: RecordTable) throws(CancellationError) {
        guard let key else { return }
        records.reserveCapacity(table.count)
        for record in 0..<table.count {
            if record & 0xfff == 0, Task.isCancelled { throw CancellationError() }
            guard let text = table[record, key.field].plainText else { continue }
            if records[text] == nil { records[text] = record } else { repeated.insert(text) }
        }
    }

    /// Where the record of this key is; an empty key is nobody's.
    mutating func place(of key: String?) -> Place {
        lastKey = key
        guard let key else { return .new }
        let isFirst = met.insert(key).inserted
        if !isFirst || repeated.contains(key) {
            repeatedCount += 1
            if told.insert(key).inserted { repeatedKeys.append(key) }
        }
        if let record = records[key] { return .record(record) }
        return added[key].map { .added($0) } ?? .new
    }

    /// Remembers the record that was added for the key asked for last.
    mutating func addRecord(_ place: Int) {
        if let lastKey { added[lastKey] = place }
    }
}
