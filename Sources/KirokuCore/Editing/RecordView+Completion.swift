extension RecordView {
    /// Rows that are looked through on either side, so that it costs no more in a large table: about a millisecond.
    static let completionReach = 20_000

    /// How what is typed into a String field might go on: as the nearest earlier text does that begins with it, or else
    /// the nearest later one.
    ///
    /// - Parameters:
    ///   - text: what is typed so far; must not be empty.
    ///   - place: the cell that is typed into; its own text does not count.
    ///   - table: the table that this is a view of.
    /// - Returns: what is missing, or `nil` if there is no such text nearby, or it has several lines.
    public func completion(of text: String, at place: GridCell, in table: RecordTable) -> String? {
        guard !text.isEmpty, (0..<count).contains(place.row), table.schema.fields.indices.contains(place.field),
            let texts = String.values(of: table.column(place.field))
        else { return nil }
        let above = stride(from: place.row - 1, through: max(0, place.row - Self.completionReach), by: -1)
        let below = stride(from: place.row + 1, to: min(count, place.row + Self.completionReach), by: 1)
        return rest(of: text, in: above, texts) ?? rest(of: text, in: below, texts)
    }

    private func rest(of text: String, in rows: some Sequence<Int>, _ texts: StringColumn) -> String? {
        var text = text
        return text.withUTF8 { typed in
            for row in rows {
                let rest = texts.withUTF8(at: self[row]) { known -> String? in
                    guard let known, known.count > typed.count, known.count <= typed.count + 200,
                        known.starts(with: typed), !known.contains(UInt8(ascii: "\n")), !known.contains(0)
                    else { return nil }
                    return String(validating: known[typed.count...], as: UTF8.self)
                }
                if let rest { return rest }
            }
            return nil
        }
    }
}
