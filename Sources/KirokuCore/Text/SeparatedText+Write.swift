extension SeparatedText {
    /// The whole table as text, in UTF-8 (spec 1; the form is described at ``SeparatedText``).
    ///
    /// Works in the background on all processors; `table` is a value, so it may be edited meanwhile.
    ///
    /// - Parameters:
    ///   - table: the records to write, and the fields to name.
    ///   - separator: what stands between two cells.
    ///   - header: whether the first line holds the field names.
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public static func write(
        _ table: RecordTable, separator: Separator = .tab, header: Bool = true
    ) async throws(CancellationError) -> [UInt8] {
        let parts = Parallel.parts(of: table.count, atLeast: 20_000)
        var texts = await Parallel.map(parts) { records in
            let isFirst = records.lowerBound == 0
            return lines(
                of: table, records: records, separator: separator,
                after: header && isFirst ? headerLine(of: table, separator: separator) : [],
                room: isFirst ? table.count : records.count)
        }
        guard !texts.contains(nil), !Task.isCancelled, var text = texts.removeFirst() else {
            throw CancellationError()
        }
        // The first part has room for the others.
        for part in texts { text.append(contentsOf: part ?? []) }
        return text
    }

    private static func headerLine(of table: RecordTable, separator: Separator) -> [UInt8] {
        var line = TextBuffer()
        for (index, name) in table.fieldNames.enumerated() {
            if index > 0 { line.append(separator.byte) }
            var name = name
            name.withUTF8 { line.append(cell: $0, separator: separator.byte) }
        }
        line.append(ASCII.lineFeed)
        return Array(line.bytes)
    }

    /// `header` and the lines of some records; `nil` if the task was cancelled.
    ///
    /// - Parameter room: how many lines like these are to find room.
    private static func lines(
        of table: RecordTable, records: Range<Int>, separator: Separator, after header: [UInt8], room: Int
    ) -> [UInt8]? {
        let fieldCount = table.schema.count
        let unfit = (0..<fieldCount).map { table.unfitTexts(inField: $0) }
        let batchSize = max(1, 4_096 / max(fieldCount, 1))
        var cells = CellBatch(separator: separator.byte)
        var lines = TextBuffer(capacity: 1 << 18)
        var text = header
        for start in stride(from: records.lowerBound, to: records.upperBound, by: batchSize) {
            if Task.isCancelled { return nil }
            let batch = start..<min(start + batchSize, records.upperBound)
            cells.removeAll()
            lines.removeAll()
            for field in 0..<fieldCount {
                cells.append(table.column(field), records: batch, unfitTexts: unfit[field])
            }
            for record in 0..<batch.count {
                for field in 0..<fieldCount {
                    if field > 0 { lines.append(separator.byte) }
                    lines.append(cells[field * batch.count + record])
                }
                lines.append(ASCII.lineFeed)
            }
            if start == records.lowerBound {
                text.reserveCapacity(text.count + lines.count * room / batch.count * 21 / 20)
            }
            text.append(contentsOf: lines.bytes)
        }
        return text
    }
}
