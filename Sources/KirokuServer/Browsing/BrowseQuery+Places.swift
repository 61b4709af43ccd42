import KirokuCore

extension BrowseQuery {
    /// The distribution of the values of the first two columns; `nil` for a column of which nothing is known.
    ///
    /// - Parameter ends: the keys of the first and the last browsed record.
    func spreads(
        _ ends: (first: BrowseKey?, last: BrowseKey?), canBeSampled: Bool, _ line: ServerLine
    ) throws(ServerError) -> [ValueSpread?] {
        var texts = (first: ends.first?.texts.first ?? nil, last: ends.last?.texts.first ?? nil)
        if columns[0].isDescending { texts = (texts.last, texts.first) }
        var spreads: [ValueSpread?] = []
        for (place, column) in columns.prefix(2).enumerated() {
            let limits = place == 0 ? texts : (nil, nil)
            var bounds: (first: String, last: String)?
            if place == 0, request.condition != nil, let first = texts.first, let last = texts.last {
                bounds = (first, last)
            }
            var spread = try ValueSpread.known(of: column, in: layout.source, within: bounds, ends: limits, line)
            if spread == nil, bounds == nil, canBeSampled {
                let count = max(try BrowseEstimate.plannedCount("SELECT 1 FROM \(layout.source.quotedName)", line), 1)
                spread = try .sampled(
                    of: column, self, percent: min(100, Self.sample / Double(count) * 100), ends: limits, line)
            }
            if spread == nil, place == 0, texts.first != nil || texts.last != nil {
                spread = ValueSpread([], emptyShare: 0, ends: texts)
            }
            // If any record has no value, the last one has none.
            let isFilled = place == 0 && ends.last?.texts.first.flatMap(\.self) != nil
            spreads.append(isFilled ? spread?.withoutEmpty : spread)
        }
        return spreads
    }

    /// The approximate number of records in a sample; it is large because records that were added together are stored
    /// together.
    private static let sample = 40_000.0

    /// The position with a given share of the records before it: its part and values, as SQL expressions; `nil` if
    /// nothing is known about the values.
    func place(at share: Double, _ spreads: [ValueSpread?]) -> (Part, [String?])? {
        guard let first = spreads.first ?? nil else { return nil }
        let valueShare = columns[0].mayBeEmpty ? 1 - first.emptyShare : 1
        let directed = { (share: Double) in columns[0].isDescending ? 1 - share : share }
        guard share < valueShare, let place = first.place(at: directed(valueShare > 0 ? share / valueShare : 0)) else {
            guard columns[0].mayBeEmpty else { return nil }
            let rest = valueShare < 1 ? (share - valueShare) / (1 - valueShare) : 0
            return second(at: rest, spreads).map { (.empty, [$0]) }
        }
        let part: Part = columns[0].mayBeEmpty ? .values : .all
        switch place {
        case .between(let one, let other, let fraction):
            return (part, [columns[0].value(between: one, and: other, at: fraction)])
        case .at(let value, let along):
            // Among records with the same value, the next column decides.
            return (part, [columns[0].literal(value)] + [second(at: directed(along), spreads)].compactMap(\.self))
        }
    }

    /// The value of the second column with a given share of the records before it, among those that are equal in the
    /// first column.
    ///
    /// - Returns: the value, which may be empty; `nil` if nothing is known.
    private func second(at share: Double, _ spreads: [ValueSpread?]) -> String?? {
        guard columns.count > 1, spreads.count > 1, let spread = spreads[1] else { return nil }
        let column = columns[1]
        let valueShare = column.mayBeEmpty ? 1 - spread.emptyShare : 1
        guard share < valueShare else { return .some(nil) }
        let inner = share / valueShare
        return switch spread.place(at: column.isDescending ? 1 - inner : inner) {
        case nil: nil
        case .at(let value, _)?: .some(column.literal(value))
        case .between(let one, let other, let fraction)?: .some(column.value(between: one, and: other, at: fraction))
        }
    }
}
