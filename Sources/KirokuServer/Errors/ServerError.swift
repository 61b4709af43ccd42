import KirokuCore

/// Why something could not be done with a table on a server.
///
/// No error holds a password. What the server has said is shortened, and has no control characters.
public enum ServerError: Error, Sendable, Hashable {
    // MARK: The address

    /// The text is not an address of a server.
    case notAnAddress
    /// The address has a parameter that there is not.
    case unknownParameter(String)
    /// The address names no table; those that the database has.
    case noTableNamed(present: [String])
    /// libpq cannot be loaded; the system's own words say why.
    case noLibrary(reason: String)
    /// What libpq says of the address, or of a file that it leads to.
    case unusableAddress(reason: String)

    // MARK: Connecting

    /// The user has not allowed the document to connect there; the address.
    case notAllowed(server: String)
    /// Nobody answers there; the system's own words say why.
    case unreachable(server: String, reason: String)
    /// The server did not answer in time.
    case noAnswer(server: String)
    /// The address, a service or the environment asks for a connection over the network that anybody can read.
    case unencrypted(mode: String)
    /// The server does not encrypt.
    case cannotEncrypt(server: String)
    /// The certificate of the server does not show that it is the right one.
    case untrusted(server: String, reason: String)
    /// The server has not proved who it is, and wants a password that it could read.
    case unproven(server: String)
    /// Another user's program listens at the socket, and wants a password.
    case ofOtherUser(server: String)
    /// There is no password for this server.
    case passwordNeeded(server: String)
    /// The server does not accept the user's password.
    case wrongPassword(server: String)
    /// The server does not accept the password that the desktop keeps for it.
    case wrongSavedPassword(server: String)
    /// The server does not let the user in; its own words say why.
    case notAdmitted(server: String, reason: String)
    /// The server has no such database.
    case noDatabase(String)
    /// The server is older than ``ServerSession/oldestVersion``.
    case tooOld(version: String)
    /// The server takes no more connections, starts or stops.
    case notReady(server: String, reason: String)
    /// The server cannot do its work, whatever it is asked: its disk is full, for example.
    case unable(server: String, reason: String)

    // MARK: Tables

    /// The database has no such table; those that it has.
    case noTable(String, present: [String])
    /// The table has no column that can be read.
    case noFields(String)
    /// The user may not do that; the server's own words say what.
    case noRight(reason: String)
    /// More records or more bytes than are held at once.
    case tooLarge(String)
    /// The same of a table that is to be kept here.
    case tooLargeToKeep(String)
    /// Only a part of a table was to be kept here, but the server cannot be asked for it; a sentence says why.
    case unusableCondition(reason: String)
    /// A record is longer than so many megabytes.
    case recordTooLong(megabytes: Int)
    /// A picture is larger than so many megabytes, which is more than is sent.
    case pictureTooLarge(megabytes: Int)
    /// An answer has more rows or bytes than are held at once.
    case tooMuchAtOnce(server: String)
    /// The table cannot be written to.
    case readOnly(String, ReadOnlyReason)
    /// A field cannot be written to.
    case fieldIsReadOnly(String)
    /// The server fills in the field, so records that are not there cannot be added by it.
    case keyIsFilledIn(String)

    // MARK: Shared documents

    /// There is a table of this name already.
    case tableExists(String)
    /// The document is no longer on the server.
    case documentGone(String)
    /// A later version of Kiroku has put something there that this one does not know.
    case laterVersion
    /// An earlier version of Kiroku has put the document there, in another form.
    case earlierVersion
    /// What is there would run something of another user's with the rights of this one.
    case notTrusted
    /// The column of a field was removed by another program.
    case columnGone(String)
    /// It is not certain which column is a field, because the table was restored or made again; what its owner can say.
    case columnUncertain(String, sql: String)
    /// Something is wrong with the document's own file.
    case storage(StorageError)

    // MARK: Reading and writing

    /// A value that the table cannot hold, by the record's number in what was to be written; a sentence says why.
    case refusedValue(field: String, text: String, record: Int?, reason: String)
    /// The server refuses a record that was to be added or changed; its own words say why.
    case refusedRecord(record: Int?, reason: String)
    /// Others have changed or deleted cells since they were read: how many, and the first of them.
    case changedMeanwhile(count: Int, field: String, key: String)
    /// Others keep the records locked.
    case busy
    /// The connection was lost; nothing was written.
    case lost(server: String)
    /// The connection was lost while the server was told to keep the changes, so it is not known whether it has.
    case unknownOutcome(server: String)
    /// The server sent something other than what was asked for.
    case unintelligible(server: String)
    /// Whatever else the server refuses, in its own words.
    case refused(reason: String)
    /// The task was cancelled; nothing was written.
    case cancelled
}

extension ServerError {
    /// Whether there is more than is held here, so that it would be the same the next time: all else goes on without it.
    var isOfLimit: Bool {
        switch self {
        case .tooLarge, .tooLargeToKeep, .recordTooLong, .tooMuchAtOnce: true
        default: false
        }
    }

    /// Whether the server refuses what it was asked, and not everything.
    var isRefusal: Bool {
        switch self {
        case .refused, .refusedRecord, .noRight, .pictureTooLarge: true
        default: false
        }
    }
}

/// Why a table can only be read.
public enum ReadOnlyReason: Sendable, Hashable {
    /// It is a view, a foreign table or the like.
    case notATable
    /// No field tells its records apart.
    case noIdentity
    /// It is a view that could be edited, if it showed the key of its table.
    case keyNotInView
    /// There is no such field, which somebody has named as its key.
    case noKeyField(String)
    /// Not all records have something in the fields that somebody has named as its key, several have the same there, or
    /// they have a type whose values cannot be compared.
    case keyNotFilled, keyNotUnique, keyNotComparable
    /// Its key has times with a time zone, which are not told apart here.
    case zonedKey
    /// The server is a copy of another one.
    case standby
    /// The user may not change it.
    case noRight

    /// Whether it is only that records cannot be found again.
    var isOfIdentity: Bool {
        switch self {
        case .noIdentity, .keyNotInView, .zonedKey, .noKeyField, .keyNotFilled, .keyNotUnique, .keyNotComparable: true
        case .notATable, .standby, .noRight: false
        }
    }
}

/// Does something with a document's file; what goes wrong with that is among the errors of work with a server.
func stored<Value>(_ work: @autoclosure () throws(StorageError) -> Value) throws(ServerError) -> Value {
    do throws(StorageError) {
        return try work()
    } catch {
        throw .storage(error)
    }
}

/// The same, where it is waited for.
func stored<Value: Sendable>(
    _ work: @autoclosure () async throws(StorageError) -> Value, isolation: isolated (any Actor)? = #isolation
) async throws(ServerError) -> Value {
    do throws(StorageError) {
        return try await work()
    } catch {
        throw .storage(error)
    }
}
