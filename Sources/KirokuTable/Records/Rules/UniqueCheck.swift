/// Finds values that occur more than once in a field, or together with those of other fields.
///
/// Keeps a hash for each record, eight bytes each, so that equal values are found in one pass over memory.
struct UniqueCheck: Sendable {
    /// The indexes of the fields; the one with the rule comes first.
    private let fields: [Int]
    /// The hashes of the compared values; 0 if the cell is empty.
    private var hashes: [Int]
    /// Whether no other record has the same value.
    private(set) var single = PresenceBits()

    /// Costs some passes over the fields.
    ///
    /// - Returns: `nil` if the field at `index` has no such rule, or one of its other fields does not exist.
    init?(_ index: Int, of table: RecordTable) {
        guard let others = table.schema[index].rules.uniqueWith else { return nil }
        let indexes = others.compactMap { table.schema.index(of: $0) }
        guard indexes.count == others.count else { return nil }
        fields = [index] + indexes
        hashes = Self.hashes(of: fields, in: table)
        single.append(table.count, emptyAt: Self.repeated(hashes))
    }

    private static func hashes(of fields: [Int], in table: RecordTable) -> [Int] {
        let first = table.column(fields[0])
        var hashes = first.type.kind.keyHashes(of: first, in: 0..<table.count)
        for field in fields.dropFirst() {
            let column = table.column(field)
            for (index, other) in column.type.kind.keyHashes(of: column, in: 0..<table.count).enumerated()
            where hashes[index] != 0 {
                hashes[index] = SeededHash.of(hashes[index], other)
            }
        }
        return hashes
    }

    private func hash(of record: Int, in table: RecordTable) -> Int {
        func hash(_ field: Int) -> Int {
            let value = table[record, field]
            return value.type.flatMap { $0.kind.keyHash(of: value) } ?? 0
        }
        let first = hash(fields[0])
        return first == 0 ? 0 : fields.dropFirst().reduce(first) { SeededHash.of($0, hash($1)) }
    }

    /// The indexes of the numbers that occur more than once, except 0.
    private static func repeated(_ hashes: [Int]) -> [Int] {
        var words = [UInt64](repeating: 0, count: MatchWords.wordCount(for: hashes.count))
        for index in EqualNumbers(in: hashes).indexes { words[index >> 6] |= 1 << UInt64(index & 63) }
        return MatchWords.indexes(of: words)
    }

    /// Whether a change of a field's cells concerns it.
    func concerns(_ field: Int) -> Bool { fields.contains(field) }

    /// The other records with the same value, by their indexes.
    func others(like record: Int) -> [Int] {
        let hash = hashes[record]
        if hash == 0 { return [] }
        let words = hashes.withUnsafeBufferPointer { hashes in
            MatchWords.words(count: hashes.count) { hashes[$0] == hash }
        }
        return MatchWords.indexes(of: words).filter { $0 != record }
    }

    /// Updates the new value of a record.
    mutating func update(_ record: Int, in table: RecordTable) {
        let hash = hash(of: record, in: table)
        guard hash != hashes[record] else { return }
        leave(record)
        hashes[record] = hash
        examine(record)
    }

    /// Adds new records.
    mutating func insert(at indexes: RecordIndexes, in table: RecordTable) {
        hashes.insert(Array(repeating: 0, count: indexes.count), at: indexes)
        var new = PresenceBits()
        new.append(indexes.count, emptyAt: [])
        single.insert(new, at: indexes)
        for index in indexes.all { update(index, in: table) }
    }

    /// Removes records.
    mutating func remove(at indexes: RecordIndexes) {
        for index in indexes.all where !single[index] {
            leave(index)
            hashes[index] = 0
        }
        hashes.remove(at: indexes)
        single.remove(at: indexes)
    }

    /// Prepares for a change of a record's value: if one other record has the value, it is unique then.
    private mutating func leave(_ record: Int) {
        guard !single[record] else { return }
        let others = others(like: record)
        if others.count == 1 { single[others[0]] = true }
        single[record] = true
    }

    private mutating func examine(_ record: Int) {
        let others = others(like: record)
        for other in others { single[other] = false }
        if !others.isEmpty { single[record] = false }
    }
}
