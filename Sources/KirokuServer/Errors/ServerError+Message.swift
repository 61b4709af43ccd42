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
            localized("“{name}” is not a parameter of such an address.", ["name": ShownText.short(name)])
        case .noTableNamed(let present):
            Self.with(present, localized("The address names no table; add “{parameter}”.", ["parameter": "?table=…"]))
        case .noLibrary(let reason):
            localized(
                "To use a server, Kiroku needs the package {package}, which is not installed as it should be: {reason}.",
                ["package": "libpq5", "reason": reason])
        case .unusableAddress(let reason): localized("The server cannot be used: {reason}.", ["reason": reason])
        case .notAllowed(let server):
            localized(
                "This document wants to connect to {server}, and you have not allowed that yet. “{button}” in its window does, or “{command}”.",
                [
                    "server": ShownText.short(server), "button": localized("Co_nnect…").replacing("_", with: ""),
                    "command": "kiroku sync --allow-connection",
                ])
        case .unreachable(let server, let reason):
            localized("No server answers at {server}: {reason}.", ["server": server, "reason": reason])
        case .noAnswer(let server): localized("The server at {server} did not answer in time.", ["server": server])
        case .unencrypted(let mode):
            localized(
                "“sslmode={mode}” would send everything where others can read it. Over a network, Kiroku uses only encrypted connections: “{modes}”.",
                ["mode": ShownText.short(mode), "modes": "verify-full, verify-ca, require"])
        case .cannotEncrypt(let server):
            localized(
                "The server at {server} does not encrypt connections, so others could read everything. Have TLS set up there, or run Kiroku on the same machine.",
                ["server": server])
        case .untrusted(let server, let reason):
            localized(
                "The server at {server} could not prove that it is the right one: {reason}. “{parameter}” in the address names the certificate that vouches for it.",
                ["server": server, "reason": reason, "parameter": "sslrootcert=FILE"])
        case .unproven(let server):
            localized(
                "The server at {server} wants a password that it could read, and has not proved who it is, so it was told none. “{parameter}” in the address has it prove that.",
                ["server": server, "parameter": "sslmode=verify-full"])
        case .ofOtherUser(let server):
            localized(
                "The program at {server} wants a password, and it is another user’s, so it was told none. “{parameter}” in the address says whose it may be.",
                ["server": server, "parameter": "requirepeer=NAME"])
        case .passwordNeeded(let server):
            localized(
                "The server at {server} asks for a password. Put it into {file}.",
                ["server": server, "file": "~/.pgpass"])
        case .wrongPassword(let server):
            localized("The server at {server} does not accept the password.", ["server": server])
        case .wrongSavedPassword(let server):
            localized(
                "The server at {server} does not accept the password that is remembered for it.", ["server": server])
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
                "The server at {server} takes no connections at the moment: {reason}.",
                ["server": server, "reason": reason])
        case .unable(let server, let reason):
            localized(
                "The server at {server} cannot work at the moment: {reason}. Nothing was written.",
                ["server": server, "reason": reason])
        case .noTable(let name, let present):
            Self.with(
                present, localized("The database has no table “{name}”.", ["name": ShownText.short(name)]))
        case .noFields(let name):
            localized("“{table}” has no field that you may read.", ["table": ShownText.short(name)])
        case .noRight(let reason): localized("The server does not allow that: {reason}.", ["reason": reason])
        case .tooLarge(let name):
            localized(
                "“{table}” is too large to be read at once: the limit is {count} records or 1 GB. A condition or “{option}” takes a part of it.",
                [
                    "table": ShownText.short(name), "count": localizedNumber(ServerLimits.standard.records),
                    "option": "--limit",
                ])
        case .tooLargeToKeep(let name):
            localized(
                "“{table}” is too large to be kept here: the limit is {count} records or 1 GB. Keep the part that a condition takes (“{option}”), or look at it in the server.",
                [
                    "table": ShownText.short(name), "count": localizedNumber(ServerLimits.standard.records),
                    "option": "kiroku join --where",
                ])
        case .unusableCondition(let reason): reason
        case .recordTooLong(let megabytes):
            localized(
                "A record is longer than {count} MB, which is more than Kiroku reads.",
                ["count": localizedNumber(megabytes)])
        case .pictureTooLarge(let megabytes):
            localized(
                "It has more than {count} MB, which is more than Kiroku sends.",
                ["count": localizedNumber(megabytes)])
        case .tooMuchAtOnce(let server):
            localized("The server at {server} sent more at once than Kiroku holds.", ["server": server])
        case .readOnly(let name, let reason):
            localizedSentences([
                localized("“{table}” can only be read.", ["table": ShownText.short(name)]), reason.message,
            ])
        case .fieldIsReadOnly(let name):
            localized("The field “{field}” can only be read.", ["field": ShownText.short(name)])
        case .keyIsFilledIn(let name):
            localized(
                "The server fills in “{field}” itself, so records with new values in it cannot be added.",
                ["field": ShownText.short(name)])
        case .tableExists(let name):
            localized(
                "The database has a table “{table}” already; give another name.", ["table": ShownText.short(name)])
        case .documentGone(let name):
            localized(
                "“{table}” is no longer shared on the server. What you have is still here.",
                ["table": ShownText.short(name)])
        case .laterVersion: localized("A later version of Kiroku has changed the fields there; this one is too old.")
        case .earlierVersion:
            localized(
                "An earlier version of Kiroku has shared this document in a form that is no longer used. End the sharing in one copy, and share that one."
            )
        case .notTrusted:
            localized(
                "The server says that this is a document of Kiroku, but what belongs to it there was changed so that it would use your rights. It is not opened."
            )
        case .columnGone(let name):
            localized(
                "Another program has removed the column of “{field}” from the table. Nothing is lost here; have it put back.",
                ["field": ShownText.short(name)])
        case .columnUncertain(let name, let sql):
            localized(
                "The table was restored or made again, and it is not certain which of its columns is “{field}”. So nothing is read or written. The owner of the table can say which one it is: {sql}",
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
                "Somebody else has changed {count} cell meanwhile: “{field}” of “{key}”. Nothing was written; try again.",
                "Somebody else has changed {count} cells meanwhile, such as “{field}” of “{key}”. Nothing was written; try again.",
                count: count, ["field": ShownText.short(field), "key": ShownText.short(key)])
        case .busy: localized("Somebody else is changing the same records. Nothing was written; try again.")
        case .lost(let server):
            localized("The connection to the server at {server} was lost. Nothing was written.", ["server": server])
        case .unknownOutcome(let server):
            localized(
                "The connection to the server at {server} was lost at the last moment, so it is not known whether the records were written. Look there before you try again.",
                ["server": server])
        case .unintelligible(let server):
            localized("The server at {server} sent something other than what was asked for.", ["server": server])
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
        case .notATable: localized("It is not a table of its own but a view of others.")
        case .noIdentity: localized("No field tells its records apart; its owner can add a primary key.")
        case .keyNotInView: localized("The view does not show the key of a single table.")
        case .noKeyField(let name):
            localized(
                "There is no field “{field}”, which the address names as its key.", ["field": ShownText.short(name)])
        case .keyNotFilled:
            localized("Some records have nothing in the fields that the address names as the key.")
        case .keyNotUnique:
            localized("Several records have the same in the fields that the address names as the key.")
        case .keyNotComparable:
            localized("The values of the fields that the address names as the key cannot be compared.")
        case .zonedKey: localized("Its key has times with a time zone.")
        case .standby: localized("The server is a copy of another one, which takes the changes.")
        case .noRight: localized("You have no right to change it.")
        }
    }
}
