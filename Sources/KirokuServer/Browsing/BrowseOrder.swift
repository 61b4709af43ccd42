import KirokuCore

/// In which order the records of a table are browsed: by fields, or else by the table's key.
///
/// Records that are equal in the fields are in the order of the key; those without a value come last in either direction.
public struct BrowseOrder: Sendable, Hashable {
    /// A field that records are ordered by.
    public struct Rule: Sendable, Hashable {
        /// The field.
        public let field: FieldID
        /// Whether the greatest value comes first.
        public let isDescending: Bool

        /// The order of a field.
        public init(_ field: FieldID, isDescending: Bool = false) {
            (self.field, self.isDescending) = (field, isDescending)
        }
    }

    /// The fields, each for the records that are equal in those before it; none for the key alone.
    public var rules: [Rule]

    /// The order of several fields.
    public init(_ rules: [Rule]) { self.rules = rules }

    /// The order of a field, or with `nil` that of the key.
    public init(_ field: FieldID? = nil, isDescending: Bool = false) {
        rules = field.map { [Rule($0, isDescending: isDescending)] } ?? []
    }
}

/// Where a record stands in an order: what it goes by, as texts in the form that the server takes.
public struct BrowseKey: Sendable, Hashable {
    let texts: [String?]
}

/// Some records that follow each other in an order.
public struct BrowsePage: Sendable {
    /// The records, numbered from 1.
    public internal(set) var records: RecordTable
    /// Where each of them stands.
    public internal(set) var keys: [BrowseKey]
    /// Whether there are no others beyond them.
    public internal(set) var isLast: Bool
    /// How many bytes of text they have.
    var bytes = 0
    /// Which of them are not there as a whole: cells that are too long are left out.
    var shortened: Set<BrowseKey> = []

    /// No records, and none beyond them.
    static func none(_ schema: Schema) -> BrowsePage {
        BrowsePage(records: RecordTable(schema: schema), keys: [], isLast: true)
    }
}

/// Which records are browsed, and in which order.
public struct BrowseRequest: Sendable, Hashable {
    /// The order.
    public var order: BrowseOrder
    /// Which records; `nil` for all.
    public var condition: Condition?

    /// All records of a table in the order of its key, or those that meet a condition in another order.
    public init(_ order: BrowseOrder = BrowseOrder(), where condition: Condition? = nil) {
        (self.order, self.condition) = (order, condition)
    }
}
