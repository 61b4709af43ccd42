/// Hashes that are equal for records that are alike.
enum LikenessHashes {
    /// A hash for each record of its cells in these fields; 0 if all are empty.
    ///
    /// If the task is cancelled, the result is meaningless.
    static func of(_ table: RecordTable, in fields: [Int], _ folding: TextFolding) async -> [PartedNumbers] {
        let unfit = fields.map { table.unfitTexts(inField: $0) }
        let parts = Parallel.parts(of: table.count, atLeast: 4096)
        return await Parallel.mapOnThreads(parts) { records, stop in
            var hashes: [Int] = []
            hashes.reserveCapacity(records.count)
            var start = records.lowerBound
            while start < records.upperBound, !stop.isSet {
                let end = min(start + step, records.upperBound)
                hashes.append(contentsOf: self.hashes(of: start..<end, of: table, in: fields, unfit, folding))
                start = end
            }
            return PartedNumbers(hashes, from: records.lowerBound)
        }
    }

    /// How many records are processed between checks for cancellation.
    private static let step = 65_536

    private static func hashes(
        of records: Range<Int>, of table: RecordTable, in fields: [Int], _ unfit: [[Int: String]],
        _ folding: TextFolding
    ) -> [Int] {
        var hashes: [Int] = []
        for (field, unfit) in zip(fields, unfit) {
            let column = table.column(field)
            var others = column.type.kind.keyHashes(of: column, in: records, folding: folding)
            if !unfit.isEmpty {
                for (index, record) in records.enumerated() where others[index] == 0 {
                    if let text = unfit[record] { others[index] = StringKind.keyHash(folding.folded(text)) }
                }
            }
            if !hashes.isEmpty {
                for index in others.indices where hashes[index] != 0 || others[index] != 0 {
                    others[index] = mixed(hashes[index], others[index])
                }
            }
            hashes = others
        }
        return hashes
    }

    /// Combines two hashes; never 0.
    static func mixed(_ one: Int, _ other: Int) -> Int {
        let mixed = SeededHash.of(one, other)
        return mixed == 0 ? 1 : mixed
    }
}
