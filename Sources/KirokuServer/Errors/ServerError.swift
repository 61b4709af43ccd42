import KirokuCore

/// Why an operation with a table on a server failed.
///
/// No error contains a password. Messages of the server are shortened, and have no control characters.
public enum ServerError: Error, Sendable, Hashable {
    // MARK: The address

    /// The text is not an address of a server.
    case notAnAddress
    /// The address has an unknown parameter.
    case unknownParameter(String)
    /// The address names no table; with the tables of the database.
    case noTableNamed(present: [String])
    /// libpq cannot be loaded; the system's own words say why.
    case noLibrary(reason: String)
    /// libpq rejects the address, or a file that it refers to.
    case unusableAddress(reason: String)

    // MARK: Connecting

    /// The user has not allowed the document to connect to this address.
    case notAllowed(server: String)
    /// No server answers there; the system's own words say why.
    case unreachable(server: String, reason: String)
    /// The server did not answer in time.
    case noAnswer(server: String)
    /// The address, a service or the environment asks for an unencrypted connection over the network.
    case unencrypted(mode: String)
    /// The server does not encrypt.
    case cannotEncrypt(server: String)
    /// The certificate of the server does not show that it is the right one.
    case untrusted(server: String, reason: String)
    /// The server has not proved its identity, and asks for a password in readable form.
    case unproven(server: String)
    /// Another user's program listens at the socket, and asks for a password.
    case ofOtherUser(server: String)
    /// There is no password for this server.
    case passwordNeeded(server: String)
    /// The server does not accept the user's password.
    case wrongPassword(server: String)
    /// The server does not accept the password in the keyring.
    case wrongSavedPassword(server: String)
    /// The server does not let the user in; its own words say why.
    case notAdmitted(server: String, reason: String)
    /// The server has no such database.
    case noDatabase(String)
    /// The server is older than ``ServerSession/oldestVersion``.
    case tooOld(version: String)
    /// The server accepts no more connections, or is starting or stopping.
    case notReady(server: String, reason: String)
    /// The server cannot work at all: its disk is full, for example.
    case unable(server: String, reason: String)

    // MARK: Tables

    /// The database has no such table; with the tables that it has.
    case noTable(String, present: [String])
    /// The table has no column that can be read.
    case noFields(String)
    /// The user has no permission; the server's own words say for what.
    case noRight(reason: String)
    /// The table has more records or bytes than can be in memory.
    case tooLarge(String)
    /// The table has more records or bytes than can be kept here.
    case tooLargeToKeep(String)
    /// A part of a table was to be kept here, but the server cannot select it; a sentence says why.
    case unusableCondition(reason: String)
    /// A record is longer than this many megabytes.
    case recordTooLong(megabytes: Int)
    /// A picture is larger than this many megabytes, which is the limit for sending.
    case pictureTooLarge(megabytes: Int)
    /// An answer has more rows or bytes than can be in memory.
    case tooMuchAtOnce(server: String)
    /// The table cannot be written to.
    case readOnly(String, ReadOnlyReason)
    /// A field cannot be written to.
    case fieldIsReadOnly(String)
    /// The server fills in the field, so new records cannot be added with a given value.
    case keyIsFilledIn(String)

    // MARK: Shared documents

    /// There is already a table of this name.
    case tableExists(String)
    /// The document is no longer on the server.
    case documentGone(String)
    /// A later version of Kiroku has put something there that this version does not know.
    case laterVersion
    /// An earlier version of Kiroku has put the document there, in another format.
    case earlierVersion
    /// Objects there would run another user's code with the permissions of this user.
    case notTrusted
    /// Another program has removed the column of a field.
    case columnGone(String)
    /// It is uncertain which column belongs to a field, because the table was restored or recreated; with a statement
    /// that its owner can use to tell.
    case columnUncertain(String, sql: String)
    /// Something is wrong with the document's own file.
    case storage(StorageError)

    // MARK: Reading and writing

    /// The table cannot hold a value, with the record's number in the input; a sentence says why.
    case refusedValue(field: String, text: String, record: Int?, reason: String)
    /// The server refuses a new or changed record; its own words say why.
    case refusedRecord(record: Int?, reason: String)
    /// Others have changed or deleted cells since they were read, with their number and the first one.
    case changedMeanwhile(count: Int, field: String, key: String)
    /// Others keep the records locked.
    case busy
    /// The connection was lost; nothing was written.
    case lost(server: String)
    /// The connection was lost during the COMMIT, so it is unknown whether the changes were written.
    case unknownOutcome(server: String)
    /// The server sent an unexpected answer.
    case unintelligible(server: String)
    /// Any other refusal of the server, in its own words.
    case refused(reason: String)
    /// The task was cancelled; nothing was written.
    case cancelled
}

extension ServerError {
    /// Whether a limit is exceeded, so that a retry would fail as well: everything else continues without this.
    var isOfLimit: Bool {
        switch self {
        case .tooLarge, .tooLargeToKeep, .recordTooLong, .tooMuchAtOnce: true
        default: false
        }
    }

    /// Whether the server refuses this request, not everything.
    var isRefusal: Bool {
        switch self {
        case .refused, .refusedRecord, .noRight, .pictureTooLarge: true
        default: false
        }
    }
}

/// Why a table can only be read.
public enum ReadOnlyReason: Sendable, Hashable {
    /// It is a view, a foreign table or similar.
    case notATable
    /// No field identifies its records.
    case noIdentity
    /// It is a view that could be edited if it showed the key of its table.
    case keyNotInView
    /// The field that was named as its key does not exist.
    case noKeyField(String)
    /// The fields that were named as its key are empty in some records, have the same values in several records, or
    /// have a type whose values cannot be compared.
    case keyNotFilled, keyNotUnique, keyNotComparable
    /// Its key has times with a time zone, which are not distinguished here.
    case zonedKey
    /// The server is a standby.
    case standby
    /// The user has no permission to change it.
    case noRight

    /// Whether the only reason is that records cannot be identified.
    var isOfIdentity: Bool {
        switch self {
        case .noIdentity, .keyNotInView, .zonedKey, .noKeyField, .keyNotFilled, .keyNotUnique, .keyNotComparable: true
        case .notATable, .standby, .noRight: false
        }
    }
}

/// Works with a document's file, and turns its errors into errors of work with a server.
func stored<Value>(_ work: @autoclosure () throws(StorageError) -> Value) throws(ServerError) -> Value {
    do throws(StorageError) {
        return try work()
    } catch {
        throw .storage(error)
    }
}

/// The same for asynchronous work.
func stored<Value: Sendable>(
    _ work: @autoclosure () async throws(StorageError) -> Value, isolation: isolated (any Actor)? = #isolation
) async throws(ServerError) -> Value {
    do throws(StorageError) {
        return try await work()
    } catch {
        throw .storage(error)
    }
}
