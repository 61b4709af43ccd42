/// What a server tells about a column; for a column of a view, also about the column that the view shows.
struct ColumnFacts {
    private typealias Column = TableReader.Column

    /// The server's row about the column itself.
    let row: ServerRow
    /// The server's row about the column of the table that has the rows; `nil` if a view computes the values.
    ///
    /// It is the same as ``row``, except in a view.
    let owner: ServerRow?
    /// Whether it can be set in new rows, and in existing ones, with the permission.
    let canInsert: Bool
    let canUpdate: Bool
    /// Whether it is part of a key named by the user.
    var isOfNamedKey = false

    /// Whether each row has a value.
    var isRequired: Bool { isOfNamedKey || flag(Column.isRequired) }

    /// Whether the server fills it in.
    var hasDefault: Bool { flag(Column.hasDefault) }

    /// Whether it is computed from other columns.
    var isGenerated: Bool { !(owner?[Column.generated] ?? "").isEmpty }

    /// Whether the server numbers the rows with it: "a" for always, "d" for by default.
    var identity: String { owner?[Column.identity] ?? "" }

    /// The expression that fills it in; a view's own default takes precedence.
    var defaultText: String? { row[Column.defaultText] ?? owner?[Column.defaultText] }

    private func flag(_ column: Int) -> Bool { row.flag(column) || owner?.flag(column) == true }
}

/// Which edits a view allows, and the table below it.
struct ViewFacts {
    /// The numbers of the columns that can be set in new rows, and of those that can be set in existing ones.
    var insertable: Set<String> = []
    var updatable: Set<String> = []
    var canDelete = false
    /// The table whose rows the view shows; `nil` if it shows something else.
    var source: ViewSource?

    /// Whether the view allows any edit.
    var isEditable: Bool { canDelete || !insertable.isEmpty || !updatable.isEmpty }
}

/// The table whose rows a view shows, each as one row.
struct ViewSource {
    /// The number of the table.
    let relation: String
    /// Whether other tables inherit from it; its keys do not distinguish their rows.
    let hasChildren: Bool
    /// The numbers of the table's columns, by those of the view's that show them unchanged.
    let columns: [String: String]
}
