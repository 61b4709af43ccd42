import KirokuCore

/// A column that orders the records of a browsed table.
///
/// Only the server compares values, by the column's own collation, so that its indexes can be used.
struct BrowseColumn: Sendable {
    /// The SQL expression to compare, in statements in which the table is called `looked`.
    let expression: String
    /// The type that a text is cast to, for comparing it with the expression.
    let typeName: String
    let mayBeEmpty: Bool
    /// Whether the greatest value comes first; records without a value come last in either case.
    private(set) var isDescending = false
    /// The name of the column in the server's statistics; `nil` if these are about other values.
    let statisticsName: String?
    /// The COLLATE clause that gives other texts the same order; empty if not needed.
    let collation: String
    let spacing: Spacing

    /// How to find a value between two others.
    enum Spacing: Sendable {
        case wholeNumbers
        case numbers
        case days
        case times
        case identifiers
        case texts
        /// The position of rows in the server's file.
        case blocks
        /// Unknown; the lesser of the two is used.
        case unknown
    }

    /// - Parameters:
    ///   - column: the column.
    ///   - collation: its collation, quoted for statements; `nil` if its type has none.
    init(_ column: ServerColumn, collation: String?, isDescending: Bool = false) {
        self.isDescending = isDescending
        let name = "looked." + column.quotedName
        let isKnown = Self.ordered.contains(column.typeName) || column.type == .choice
        mayBeEmpty = !column.isRequired
        if isKnown {
            (expression, typeName) = (name, column.typeName)
            self.collation = collation.map { " COLLATE " + $0 } ?? ""
            statisticsName = column.name
            spacing = Self.spacing(column.typeName)
        } else {
            // Types of extensions or programs may have comparison operators that are not found by name.
            (expression, typeName) = (#"(\#(name)::text COLLATE "C")"#, "text")
            self.collation = #" COLLATE "C""#
            (statisticsName, spacing) = (nil, .texts)
        }
    }

    /// A system column, which every row has.
    init(_ name: String, _ typeName: String, _ spacing: Spacing) {
        (expression, self.typeName, self.spacing) = ("looked." + name, typeName, spacing)
        (mayBeEmpty, statisticsName, collation) = (false, nil, "")
    }

    /// The column with a direction.
    func directed(_ isDescending: Bool) -> BrowseColumn {
        var column = self
        column.isDescending = isDescending
        return column
    }

    /// The ORDER BY term for the column.
    ///
    /// - Parameter isInOnePart: whether all of them have a value, or none has.
    func order(forward: Bool, isInOnePart: Bool) -> String {
        let isAscending = forward != isDescending
        // By default, PostgreSQL and its usual indexes treat NULL as the greatest value.
        let empty = isDescending && mayBeEmpty && !isInOnePart ? (forward ? " NULLS LAST" : " NULLS FIRST") : ""
        return expression + (isAscending ? "" : " DESC") + empty
    }

    /// An expression for the text of the value, from which ``literal(_:)`` makes the same value.
    var text: String { expression + "::text" }

    /// A text as a value for comparisons.
    func literal(_ text: String) -> String { "\(SQLText.literal(text))::\(typeName)" }

    /// PostgreSQL's own types that have an order.
    private static let ordered: Set<String> = [
        "boolean", "bytea", "\"char\"", "name", "smallint", "integer", "bigint", "real", "double precision", "numeric",
        "money", "text", "character varying", "bpchar", "uuid", "date", "time without time zone", "time with time zone",
        "timestamp without time zone", "timestamp with time zone", "interval", "inet", "cidr", "macaddr", "macaddr8",
        "bit varying", "oid", "jsonb",
    ]

    private static func spacing(_ typeName: String) -> Spacing {
        switch typeName {
        case "smallint", "integer", "bigint", "oid": .wholeNumbers
        case "real", "double precision", "numeric": .numbers
        case "date": .days
        case "timestamp without time zone", "timestamp with time zone", "time without time zone": .times
        case "uuid": .identifiers
        case "text", "character varying", "bpchar", "name": .texts
        default: .unknown
        }
    }

    /// An SQL expression for a value between two others, never beyond either.
    ///
    /// - Parameter fraction: from 0 for the first to 1 for the second.
    func value(between low: String, and high: String, at fraction: Double) -> String {
        let (one, other) = (literal(low), literal(high))
        let share = String(min(max(fraction, 0), 1))
        switch spacing {
        case .wholeNumbers:
            return "pg_catalog.floor(\(one)::numeric + (\(other)::numeric - \(one)::numeric) * \(share))::\(typeName)"
        case .numbers:
            let ends = [low, high].map { Double($0) ?? .nan }
            guard ends.allSatisfy(\.isFinite) else { return one }
            return "(\(one)::numeric + (\(other)::numeric - \(one)::numeric) * \(share))::\(typeName)"
        case .days, .times:
            guard !low.contains("infinity"), !high.contains("infinity") else { return one }
            let distance = "(\(other) - \(one)) * \(share)"
            return spacing == .days ? "(\(one) + pg_catalog.floor(\(distance))::integer)" : "(\(one) + \(distance))"
        case .identifiers: return literal(Self.identifier(between: low, and: high, at: fraction))
        case .texts:
            let guess = SQLText.literal(Self.text(between: low, and: high, at: fraction))
            // The server's order may differ from that of the code points.
            return "least(greatest(\(guess)::\(typeName)\(collation), \(one)), \(other))"
        case .blocks:
            let ends = [low, high].map { Double($0.dropFirst().prefix(while: \.isNumber)) ?? 0 }
            let block = Int(ends[0] + max(0, ends[1] - ends[0]) * min(max(fraction, 0), 1))
            return block > Int(ends[0]) ? literal("(\(block),0)") : one
        case .unknown: return one
        }
    }

    private static func identifier(between low: String, and high: String, at fraction: Double) -> String {
        let ends = [low, high].map { UInt64($0.filter { $0 != "-" }.prefix(16), radix: 16) ?? 0 }
        guard ends[1] > ends[0] else { return low }
        let digits = String(ends[0] + UInt64(Double(ends[1] - ends[0]) * fraction * 0.999_999), radix: 16)
        let zeros = String(repeating: "0", count: 16)
        let padded = Array(zeros.dropLast(digits.count) + digits + zeros)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(padded[$0]) }.joined(separator: "-")
    }

    /// A guess: the common prefix of two texts, followed by letters between their next ones.
    static func text(between low: String, and high: String, at fraction: Double) -> String {
        let (one, other) = (Array(low.unicodeScalars), Array(high.unicodeScalars))
        let common = zip(one, other).prefix { $0 == $1 }.count
        func number(_ scalars: [Unicode.Scalar], _ place: Int) -> Double {
            scalars.indices.contains(place) ? Double(scalars[place].value) : 32
        }
        /// The next two letters as a number.
        func next(_ scalars: [Unicode.Scalar]) -> Double {
            number(scalars, common) + min(number(scalars, common + 1) / 128, 0.999)
        }
        let value = next(one) + (next(other) - next(one)) * fraction
        var guess = String.UnicodeScalarView(one.prefix(common))
        for letter in [value.rounded(.down), ((value - value.rounded(.down)) * 128).rounded(.down)] {
            guard letter > 32, let scalar = Unicode.Scalar(UInt32(letter)) else { break }
            guess.append(scalar)
        }
        return String(guess)
    }
}
