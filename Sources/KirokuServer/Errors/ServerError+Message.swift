import KirokuCore

extension ServerError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .notAnAddress:
            localized(
                "This is not an address of a server. It looks like this: {example}",
                ["example": "postgresql://server/database?table=Name"])
        case .unknownParameter(let name):
            localized("“{name}” is not a parameter of a server address.", ["name": ShownText.short(name)])
        case .noTableNamed(let present):
            Self.with(
                present, localized("The address does not name a table; add “{parameter}”.", ["parameter": "?table=…"]))
        case .noLibrary(let reason):
            localized(
                "To use a server, Kiroku needs the package {package}, which is not installed correctly: {reason}.",
                ["package": "libpq5", "reason": reason])
        case .unusableAddress(let reason): localized("The server cannot be used: {reason}.", ["reason": reason])
        case .notAllowed(let server):
            localized(
                "This document wants to connect to {server}, which you have not allowed yet. Allow it with “{button}” in its window or with “{command}”.",
                [
                    "server": ShownText.short(server), "button": localized("Co_nnect…").replacing("_", with: ""),
                    "command": "kiroku sync --allow-connection",
                ])
        case .unreachable(let server, let reason):
            localized("No server answers at {server}: {reason}.", ["server": server, "reason": reason])
        case .noAnswer(let server): localized("The server at {server} did not answer in time.", ["server": server])
        case .unencrypted(let mode):
            localized(
                "With “sslmode={mode}”, others could read everything that is sent. Over a network, Kiroku uses only encrypted connections: “{modes}”.",
                ["mode": ShownText.short(mode), "modes": "verify-full, verify-ca, require"])
        case .cannotEncrypt(let server):
            localized(
                "The server at {server} does not encrypt connections, so others could read everything. Ask the administrator to enable TLS, or run Kiroku on the same computer.",
                ["server": server])
        case .untrusted(let server, let reason):
            localized(
                "The identity of the server at {server} could not be verified: {reason}. If it has a certificate of its own, name the root certificate with “{parameter}” in the address.",
                ["server": server, "reason": reason, "parameter": "sslrootcert=FILE"])
        case .unproven(let server):
            localized(
                "The server at {server} asks for the password in plain text, but its identity is not verified, so no password was sent. Use “{parameter}” in the address to verify it.",
                ["server": server, "parameter": "sslmode=verify-full"])
        case .ofOtherUser(let server):
            localized(
                "The program at {server} asks for a password, but belongs to another user, so no password was sent. Use “{parameter}” in the address to allow that user.",
                ["server": server, "parameter": "requirepeer=NAME"])
        case .passwordNeeded(let server):
            localized(
                "The server at {server} asks for a password. Put it in {file}.",
                ["server": server, "file": "~/.pgpass"])
        case .wrongPassword(let server):
            localized("The server at {server} does not accept the password.", ["server": server])
        case .wrongSavedPassword(let server):
            localized(
                "The server at {server} does not accept the saved password.", ["server": server])
        case .notAdmitted(let server, let reason):
            localized("The server at {server} does not let you in: {reason}.", ["server": server, "reason": reason])
        case .noDatabase(let name):
            localized("The server has no database “{name}”.", ["name": ShownText.short(name)])
        case .tooOld(let version):
            localized(
                "The server has PostgreSQL {version}, and Kiroku needs {oldest} or newer.",
                ["version": version, "oldest": String(ServerSession.oldestVersion)])
        case .notReady(let server, let reason):
            localized(
                "The server at {server} does not accept connections at the moment: {reason}.",
                ["server": server, "reason": reason])
        case .unable(let server, let reason):
            localized(
                "The server at {server} cannot work at the moment: {reason}. Nothing was written.",
                ["server": server, "reason": reason])
        case .noTable(let name, let present):
            Self.with(
                present, localized("The database has no table “{name}”.", ["name": ShownText.short(name)]))
        case .noFields(let name):
            localized("“{table}” has no field that you are allowed to read.", ["table": ShownText.short(name)])
        case .noRight(let reason): localized("The server does not allow that: {reason}.", ["reason": reason])
        case .tooLarge(let name):
            localized(
                "“{table}” is too large to be read at once: the limit is {count} records or 1 GB. Read a part of it with a condition or “{option}”.",
                [
                    "table": ShownText.short(name), "count": localizedNumber(ServerLimits.standard.records),
                    "option": "--limit",
                ])
        case .tooLargeToKeep(let name):
            localized(
                "“{table}” is too large to copy: the limit is {count} records or 1 GB. Keep a part of it with a condition (“{option}”), or view it on the server.",
                [
                    "table": ShownText.short(name), "count": localizedNumber(ServerLimits.standard.records),
                    "option": "kiroku join --where",
                ])
        case .unusableCondition(let reason): reason
        case .recordTooLong(let megabytes):
            localized(
                "A record is longer than {count} MB, the limit for reading.",
                ["count": localizedNumber(megabytes)])
        case .pictureTooLarge(let megabytes):
            localized(
                "It is larger than {count} MB, the limit for sending.",
                ["count": localizedNumber(megabytes)])
        case .tooMuchAtOnce(let server):
            localized("The server at {server} sent more data than Kiroku accepts at once.", ["server": server])
        case .readOnly(let name, let reason):
            localizedSentences([
                localized("“{table}” is read-only.", ["table": ShownText.short(name)]), reason.message,
            ])
        case .fieldIsReadOnly(let name):
            localized("The field “{field}” is read-only.", ["field": ShownText.short(name)])
        case .keyIsFilledIn(let name):
            localized(
                "The server fills in “{field}”, so records with new values in it cannot be added.",
                ["field": ShownText.short(name)])
        case .tableExists(let name):
            localized(
                "The database already has a table “{table}”. Choose another name.", ["table": ShownText.short(name)])
        case .documentGone(let name):
            localized(
                "“{table}” is no longer shared on the server. Your copy is still here.",
                ["table": ShownText.short(name)])
        case .laterVersion: localized("A later version of Kiroku has changed the fields there. Update Kiroku.")
        case .earlierVersion:
            localized(
                "An earlier version of Kiroku shared this document in a format that is no longer used. Stop sharing in one copy, then share that copy again."
            )
        case .notTrusted:
            localized(
                "The server’s part of this document was changed so that it could misuse your permissions. It was not opened."
            )
        case .columnGone(let name):
            localized(
                "Another program has removed the column of “{field}” from the table. Nothing is lost here; ask the owner of the table to restore it.",
                ["field": ShownText.short(name)])
        case .columnUncertain(let name, let sql):
            localized(
                "The table was restored or recreated, and it is unclear which of its columns is “{field}”. Nothing is read or written. The owner of the table can set it: {sql}",
                ["field": ShownText.short(name), "sql": sql])
        case .storage(let error): error.message
        case .refusedValue, .refusedRecord, .changedMeanwhile, .busy, .lost, .unknownOutcome, .unintelligible, .refused,
            .cancelled:
            writingMessage
        }
    }

    private var writingMessage: String {
        switch self {
        case .refusedValue(let field, let text, let record, let reason):
            Self.of(
                record,
                localized(
                    "“{text}” in “{field}” cannot be written: {reason}.",
                    ["text": ShownText.short(text), "field": ShownText.short(field), "reason": reason]))
        case .refusedRecord(let record, let reason):
            Self.of(record, localized("The server refuses it: {reason}.", ["reason": reason]))
        case .changedMeanwhile(let count, let field, let key):
            localized(
                "Someone else has changed {count} cell in the meantime: “{field}” of “{key}”. Nothing was written; try again.",
                "Someone else has changed {count} cells in the meantime, one of them “{field}” of “{key}”. Nothing was written; try again.",
                count: count, ["field": ShownText.short(field), "key": ShownText.short(key)])
        case .busy: localized("Someone else is changing the same records. Nothing was written; try again.")
        case .lost(let server):
            localized("The connection to the server at {server} was lost. Nothing was written.", ["server": server])
        case .unknownOutcome(let server):
            localized(
                "The connection to the server at {server} was lost at the last moment, and the records may or may not have been written. Check the server before you try again.",
                ["server": server])
        case .unintelligible(let server):
            localized("The server at {server} sent an unexpected answer.", ["server": server])
        case .refused(let reason): localized("The server refuses that: {reason}.", ["reason": reason])
        default: localized("Cancelled.")
        }
    }

    private static func with(_ present: [String], _ sentence: String) -> String {
        guard !present.isEmpty else { return sentence }
        let names = present.prefix(10).map { ShownText.short($0) }.joined(separator: ", ")
        return localizedSentences([
            sentence, localized("It has: {names}", ["names": names + (present.count > 10 ? ", …" : "")]),
        ])
    }

    private static func of(_ record: Int?, _ sentence: String) -> String {
        guard let record else { return sentence }
        return localized(
            "Record {record}: {sentence}", ["record": localizedNumber(record + 1), "sentence": sentence])
    }
}

extension ReadOnlyReason {
    /// Why, in a sentence for the user.
    public var message: String {
        switch self {
        case .notATable: localized("It is a view of other tables.")
        case .noIdentity: localized("The table has no key. Its owner can add a primary key.")
        case .keyNotInView: localized("The view does not show the key of a single table.")
        case .noKeyField(let name):
            localized(
                "There is no field “{field}”, which the address names as the key.", ["field": ShownText.short(name)])
        case .keyNotFilled:
            localized("The key fields in the address are empty in some records.")
        case .keyNotUnique:
            localized("The key fields in the address are the same in several records.")
        case .keyNotComparable:
            localized("The key fields in the address cannot be compared.")
        case .zonedKey: localized("Its key contains times with a time zone.")
        case .standby: localized("The server is a read-only copy of another server.")
        case .noRight: localized("You do not have permission to change it.")
        }
    }
}
