/// Finds the record with a key, among those of the table and those added by the merge.
struct MergeKeys {
    enum Place {
        case new
        /// The record that was added for the same key, by its index among the new records.
        case added(Int)
        case record(Int)
    }

    private(set) var repeatedCount = 0
    /// The requested keys that occur more than once, in the import or in the table.
    private(set) var repeatedKeys: [String] = []
    private var records: [String: Int] = [:]
    private var repeated: Set<String> = []
    private var added: [String: Int] = [:]
    private var met: Set<String> = []
    private var reported: Set<String> = []
    /// The last requested key; `nil` if it was empty.
    private var lastKey: String?

    /// - Parameter key: the index of the field that identifies records; `nil` if all are new.
    init(_ key: Int?, of table: RecordTable) throws(MergeError) {
        guard let key else { return }
        records.reserveCapacity(table.count)
        for record in 0..<table.count {
            if record & 0xfff == 0, Task.isCancelled { throw .cancelled }
            guard let text = table[record, key].keyText else { continue }
            if records[text] == nil { records[text] = record } else { repeated.insert(text) }
        }
    }

    /// The place of the record with this key; always `new` for an empty key.
    mutating func place(of key: String?) -> Place {
        lastKey = key
        guard let key else { return .new }
        let isFirst = met.insert(key).inserted
        if !isFirst || repeated.contains(key) {
            repeatedCount += 1
            if reported.insert(key).inserted { repeatedKeys.append(key) }
        }
        if let record = records[key] { return .record(record) }
        return added[key].map { .added($0) } ?? .new
    }

    /// Remembers the place of the record added for the last requested key.
    mutating func addRecord(_ place: Int) {
        if let lastKey { added[lastKey] = place }
    }
}
