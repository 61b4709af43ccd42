import KirokuCore

extension ServerSession {
    /// Reads the properties of the table that the address names, without its records.
    ///
    /// - Throws: ``ServerError``.
    public func describe() async throws(ServerError) -> ServerTable {
        let choice = address.choice
        return try await transaction(.reading) { (transaction) throws(ServerError) in
            try TableReader(transaction: transaction).table(choice)
        }
    }

    /// Writes changes in one transaction: all of them or none.
    ///
    /// A cell is only changed if it still holds exactly the value that the changes are based on. The statement that
    /// changes it compares the value, so nothing that others write meanwhile is overwritten.
    ///
    /// - Throws: ``ServerError``; nothing has been written then, except perhaps after
    ///   ``ServerError/unknownOutcome(server:)``.
    public func write(_ changes: ServerChanges) async throws(ServerError) {
        try changes.contents.source.checkWritable(changing: !changes.cells.isEmpty)
        var attempts = 3
        while true {
            do throws(ServerError) {
                return try await transaction(.writing) { (transaction) throws(ServerError) in
                    try changes.write(transaction.line)
                }
            } catch .busy where attempts > 1 {
                // A deadlock: the server aborts one transaction, which is then retried.
                attempts -= 1
            }
        }
    }
}
