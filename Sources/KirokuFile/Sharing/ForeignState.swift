/// What a document knows of another program's table of which it is a copy.
package struct ForeignState: Sendable, Hashable, Codable {
    /// The number of the table, which distinguishes it from another one that has taken its name; empty if unknown,
    /// because it is another server.
    package var relation: String
    /// The columns of the fields, by field number.
    package var columns: [Int: Column]
    /// The number of buckets that the rows are divided into.
    package var buckets: Int
    /// What cannot be edited.
    package var limits: EditLimits
    /// Which records of the table are kept here; `nil` for all.
    package var condition: Condition?
    /// `true` if the key that identifies rows was named by the user.
    package var isKeyNamed: Bool?
    /// Edits that the server may or may not have accepted.
    package var doubt: CommitInDoubt?

    /// A column: its number in the table, and its last known name.
    package struct Column: Sendable, Hashable, Codable {
        package let number: Int
        package let name: String
        /// The last known default value of the column, as text.
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

/// Edits that were sent in one transaction whose COMMIT may not have been answered.
package struct CommitInDoubt: Sendable, Hashable, Codable {
    /// The identities of the edits.
    package let commits: [String]
    /// The number of the transaction.
    package let transaction: String

    package init(commits: [String], transaction: String) {
        self.commits = commits
        self.transaction = transaction
    }
}
