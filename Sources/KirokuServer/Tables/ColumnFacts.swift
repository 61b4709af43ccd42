/// What a server says of a column; of one of a view, also what it says of the column that the view shows.
struct ColumnFacts {
    private typealias Column = TableReader.Column

    /// What it says of the column itself.
    let row: ServerRow
    /// What it says of the column of the table that has the rows; `nil` if a view works the values out.
    ///
    /// It is the same as ``row``, except in a view.
    let owner: ServerRow?
    /// Whether it can be set in new rows, and in those that are there, by whoever has the right to.
    let canInsert: Bool
    let canUpdate: Bool
    /// Whether it is a part of a key that somebody has named.
    var isOfNamedKey = false

    /// Whether each row has a value.
    var isRequired: Bool { isOfNamedKey || flag(Column.isRequired) }

    /// Whether the server fills it in.
    var hasDefault: Bool { flag(Column.hasDefault) }

    /// Whether it is worked out from others.
    var isGenerated: Bool { !(owner?[Column.generated] ?? "").isEmpty }

    /// Whether the server numbers the rows by it: "a" for always, "d" unless there is another value.
    var identity: String { owner?[Column.identity] ?? "" }

    /// The expression that fills it in; a view's own comes first.
    var defaultText: String? { row[Column.defaultText] ?? owner?[Column.defaultText] }

    private func flag(_ column: Int) -> Bool { row.flag(column) || owner?.flag(column) == true }
}

/// What can be done with a view, and what is below it.
struct ViewFacts {
    /// Which columns can be set in new rows, and which in those that are there, by their numbers.
    var insertable: Set<String> = []
    var updatable: Set<String> = []
    var canDelete = false
    /// The table whose rows it shows; `nil` if it shows something else.
    var source: ViewSource?

    /// Whether anything can be done.
    var isEditable: Bool { canDelete || !insertable.isEmpty || !updatable.isEmpty }
}

/// The table whose rows a view shows, each as one row.
struct ViewSource {
    /// The number of the table.
    let relation: String
    /// Whether other tables inherit from it, whose rows its keys do not tell apart.
    let hasChildren: Bool
    /// The numbers of the table's columns, by those of the view's that show them unchanged.
    let columns: [String: String]
}
