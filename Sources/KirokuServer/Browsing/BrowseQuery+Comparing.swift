import KirokuCore

/// Conditions for records before and after a position.
extension BrowseQuery {
    /// The condition that records are beyond a position in a part.
    ///
    /// - Parameter forward: whether beyond means after it, not before it.
    func comparison(_ part: Part, _ bound: Bound, forward: Bool) -> String {
        let columns = columns(of: part).prefix(bound.values.count)
        guard let first = columns.first, let value = bound.values.first else { return "true" }
        // If the first column is compared, it has a value in this part.
        let isFilled = part != .empty || !first.mayBeEmpty
        let canBeEmpty = columns.dropFirst(isFilled ? 1 : 0).contains(where: \.mayBeEmpty)
        if !canBeEmpty, columns.allSatisfy({ $0.isDescending == first.isDescending }) {
            let sign = (forward != first.isDescending ? ">" : "<") + (bound.isInclusive ? "=" : "")
            let (names, values) = (columns.map(\.expression), bound.values.compactMap(\.self))
            guard names.count > 1 else { return "\(first.expression) \(sign) \(values.first ?? "NULL")" }
            // This form can use an index.
            return "(\(names.joined(separator: ", "))) \(sign) (\(values.joined(separator: ", ")))"
        }
        let exact = Self.beyond(columns, bound.values[...], forward, isInclusive: bound.isInclusive, isFilled)
        guard isFilled, let value else { return "(\(exact))" }
        // The additional comparison of the first column alone can use an index.
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
        // Records without a value come after all others.
        let isEmpty = "\(name) IS NULL"
        guard let value else {
            return forward ? "\(isEmpty) AND (\(rest))" : "\(name) IS NOT NULL OR (\(rest))"
        }
        let next = "\(name) \(forward != column.isDescending ? ">" : "<") \(value)"
        let behind = forward && column.mayBeEmpty && !isFilled ? " OR \(isEmpty)" : ""
        return "\(next)\(behind) OR \(name) = \(value) AND (\(rest))"
    }
}
