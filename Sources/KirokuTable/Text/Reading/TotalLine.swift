import Glibc

/// Detects a last line that sums up the others: it has "Total" in one of its cells, and at least half of its numbers
/// are the sums of their columns.
///
/// The word alone does not count, because it may be a name, nor do sums alone, because they may be a coincidence.
enum TotalLine {
    /// The words that mark such a line, in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch,
    /// Swedish, Polish, Russian, Japanese and Chinese.
    private static let words: Set<String> = [
        "total", "totals", "grand total", "sum", "sums", "summe", "gesamt", "gesamtsumme", "insgesamt", "somme",
        "total général", "totale", "suma", "soma", "totaal", "summa", "razem", "итого", "всего", "合計", "総計", "計",
        "合计", "总计",
    ]

    /// Whether the last record of these columns is a total.
    ///
    /// - Parameters:
    ///   - columns: the columns; in columns of text, texts that are all numbers count as numbers.
    ///   - texts: the last record's texts.
    static func isLast(of columns: [Column], last texts: [String]) -> Bool {
        guard let count = columns.first?.count, count > 2, texts.contains(where: isWord) else { return false }
        let sums = columns.compactMap { isSum(last: count - 1, of: $0) }
        return sums.contains(true) && sums.count { $0 } * 2 >= sums.count
    }

    /// Whether the last record of a table is a total.
    static func isLast(of table: RecordTable) -> Bool {
        let last = table.count - 1
        guard last > 1 else { return false }
        let fields = Array(table.schema.fields.indices)
        let texts = fields.compactMap { field -> String? in
            String(table[last, field]) ?? table[last, field].unfitText
        }
        guard texts.contains(where: isWord) else { return false }
        return isLast(of: fields.map { table.column($0) }, last: texts)
    }

    private static func isWord(_ text: String) -> Bool {
        guard text.utf8.count < 40 else { return false }
        let name = text.trimmingBlanks
        return words.contains((name.last == ":" ? String(name.dropLast()) : name).lowercased())
    }

    /// Whether the last cell of a column of numbers is the sum of the others; `nil` if it is empty or not a number.
    private static func isSum(last: Int, of column: Column) -> Bool? {
        let numbers: (Int) -> Double?
        if let values = Int.values(of: column) {
            numbers = { values[$0].map { Double($0) } }
        } else if let values = Double.values(of: column) {
            numbers = { values[$0] }
        } else if let values = DecimalNumber.values(of: column) {
            numbers = { values[$0].flatMap { Double($0.text) } }
        } else if let texts = String.values(of: column) {
            let read = texts.indices.map { index in texts[index].map { text in Double(text) } }
            guard !read.contains(where: { $0 == .some(nil) }) else { return nil }
            numbers = { read[$0] ?? nil }
        } else {
            return nil
        }
        guard let total = numbers(last) else { return nil }
        var sum = 0.0
        var size = abs(total)
        for record in 0..<last {
            guard let number = numbers(record) else { continue }
            sum += number
            size = max(size, abs(sum))
        }
        // Sums are rounded to cents at most.
        return total != 0 && abs(total - sum) <= 0.005 + size * 1e-12
    }

    /// A table without its last record; if that had a text in a field, the field's type follows from the remaining
    /// records.
    static func removed(from table: RecordTable, detectingTypesOf isDetected: (Int) -> Bool) -> RecordTable {
        let last = table.count - 1
        let ids = RecordID.first(last)
        var cells: [FieldCells] = []
        var formats = table.schema.fields.map(\.numberFormat)
        for place in formats.indices {
            var column = table.column(place)
            let hadText = column[last] != .empty
            column.remove(at: RecordIndexes([last]))
            if hadText, isDetected(place), let texts = String.values(of: column) {
                let guessed = guessed(texts)
                column = guessed.column
                formats[place] = guessed.format
            }
            let unfit = table.unfitTexts(inField: place).filter { $0.key < last }.map { (ids[$0.key], $0.value) }
            cells.append(FieldCells(column: column, unfitTexts: Dictionary(uniqueKeysWithValues: unfit)))
        }
        do {
            let schema = try Schema(names: table.fieldNames, types: cells.map(\.column.type)).with(formats)
            return RecordTable(schema: schema, ids: ids, cells: cells)
        } catch {
            preconditionFailure("the fields have the names of others: \(error)")
        }
    }

    private static func guessed(_ texts: StringColumn) -> (column: Column, format: NumberFormat) {
        let gatherer = GuessedCells()
        for index in texts.indices {
            if let text = texts[index] { gatherer.take(text) } else { gatherer.takeEmpty(count: 1) }
        }
        var pieces = [gatherer.finished()]
        let type = GuessedPiece.type(of: pieces)
        let format = GuessedPiece.format(of: pieces, type: type)
        return (GuessedPiece.column(of: &pieces, type: type), format)
    }
}
