import KirokuCore

/// What comes before a place and what behind it.
extension BrowseQuery {
    /// The condition that records are beyond a place of a part.
    ///
    /// - Parameter forward: whether that is behind it, and not before it.
    func comparison(_ part: Part, _ bound: Bound, forward: Bool) -> String {
        let columns = columns(of: part).prefix(bound.values.count)
        guard let first = columns.first, let value = bound.values.first else { return "true" }
        // In its part, the first column has a value if it is compared at all.
        let isFilled = part != .empty || !first.mayBeEmpty
        let canBeEmpty = columns.dropFirst(isFilled ? 1 : 0).contains(where: \.mayBeEmpty)
        if !canBeEmpty, columns.allSatisfy({ $0.isDescending == first.isDescending }) {
            let sign = (forward != first.isDescending ? ">" : "<") + (bound.isInclusive ? "=" : "")
            let (names, values) = (columns.map(\.expression), bound.values.compactMap(\.self))
            guard names.count > 1 else { return "\(first.expression) \(sign) \(values.first ?? "NULL")" }
            // This is a place in an index.
            return "(\(names.joined(separator: ", "))) \(sign) (\(values.joined(separator: ", ")))"
        }
        let exact = Self.beyond(columns, bound.values[...], forward, isInclusive: bound.isInclusive, isFilled)
        guard isFilled, let value else { return "(\(exact))" }
        // The same for the first column alone is what an index is used for.
        let sign = forward != first.isDescending ? ">=" : "<="
        return "\(first.expression) \(sign) \(value) AND (\(exact))"
    }

    private static func beyond(
        _ columns: ArraySlice<BrowseColumn>, _ values: ArraySlice<String?>, _ forward: Bool, isInclusive: Bool,
        _ isFilled: Bool
    ) -> String {
        guard let column = columns.first, let value = values.first else { return isInclusive ? "true" : "false" }
        let name = column.expression
        let rest = beyond(columns.dropFirst(), values.dropFirst(), forward, isInclusive: isInclusive, false)
        // What has no value is behind all others.
        let isEmpty = "\(name) IS NULL"
        guard let value else {
            return forward ? "\(isEmpty) AND (\(rest))" : "\(name) IS NOT NULL OR (\(rest))"
        }
        let next = "\(name) \(forward != column.isDescending ? ">" : "<") \(value)"
        let behind = forward && column.mayBeEmpty && !isFilled ? " OR \(isEmpty)" : ""
        return "\(next)\(behind) OR \(name) = \(value) AND (\(rest))"
    }
}
