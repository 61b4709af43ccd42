/// What a document knows of the table of another program that it is a copy of.
package struct ForeignState: Sendable, Hashable, Codable {
    /// The number of the table, by which one is told from another that has taken its name; empty if it is not known, because
    /// it is another server.
    package var relation: String
    /// The columns of the fields, by the numbers of these.
    package var columns: [Int: Column]
    /// Into how many buckets the rows fall.
    package var buckets: Int
    /// What cannot be edited.
    package var limits: EditLimits
    /// Which records of the table there are here; `nil` for all.
    package var condition: Condition?
    /// `true` if rows are told apart by a key that somebody has named.
    package var isKeyNamed: Bool?
    /// Edits of which it is not known whether the server has kept them.
    package var doubt: CommitInDoubt?

    /// A column, by its number in the table, and its name as it was last.
    package struct Column: Sendable, Hashable, Codable {
        package let number: Int
        package let name: String
        /// The value with which new records began there last, as a text.
        package let initial: String?

        package init(number: Int, name: String, initial: String?) {
            (self.number, self.name, self.initial) = (number, name, initial)
        }
    }

    package init(relation: String, columns: [Int: Column], buckets: Int, limits: EditLimits) {
        self.relation = relation
        self.columns = columns
        self.buckets = buckets
        self.limits = limits
    }
}

/// Edits that were sent in one transaction whose COMMIT may not be answered.
package struct CommitInDoubt: Sendable, Hashable, Codable {
    /// The names of the edits.
    package let commits: [String]
    /// The number of the transaction.
    package let transaction: String

    package init(commits: [String], transaction: String) {
        self.commits = commits
        self.transaction = transaction
    }
}
