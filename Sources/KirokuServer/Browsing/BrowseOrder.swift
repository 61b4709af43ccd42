import KirokuCore

/// The order in which the records of a table are browsed: by fields, or by the table's key.
///
/// Records with equal fields are in the order of the key; those without a value come last in either direction.
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

    /// The fields, each ordering the records that are equal in the previous ones; empty for the key alone.
    public var rules: [Rule]

    /// The order of several fields.
    public init(_ rules: [Rule]) { self.rules = rules }

    /// The order of a field, or with `nil` that of the key.
    public init(_ field: FieldID? = nil, isDescending: Bool = false) {
        rules = field.map { [Rule($0, isDescending: isDescending)] } ?? []
    }
}

/// The position of a record in an order: the values that determine it, as texts in the server's form.
public struct BrowseKey: Sendable, Hashable {
    let texts: [String?]
}

/// Consecutive records in an order.
public struct BrowsePage: Sendable {
    /// The records, numbered from 1.
    public internal(set) var records: RecordTable
    /// The key of each record.
    public internal(set) var keys: [BrowseKey]
    /// Whether there are no more records beyond them.
    public internal(set) var isLast: Bool
    /// The size of their texts, in bytes.
    var bytes = 0
    /// The records that are incomplete, because cells that are too long are left out.
    var shortened: Set<BrowseKey> = []

    /// A page without records, and none beyond it.
    static func none(_ schema: Schema) -> BrowsePage {
        BrowsePage(records: RecordTable(schema: schema), keys: [], isLast: true)
    }
}

/// Which records to browse, and in which order.
public struct BrowseRequest: Sendable, Hashable {
    /// The order.
    public var order: BrowseOrder
    /// The condition for the records; `nil` for all.
    public var condition: Condition?

    /// All records of a table in the order of its key, or those that meet a condition in another order.
    public init(_ order: BrowseOrder = BrowseOrder(), where condition: Condition? = nil) {
        (self.order, self.condition) = (order, condition)
    }
}
