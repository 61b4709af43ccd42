/// Limits on what is accepted from a server, and on waiting for it: a server may send anything, endlessly.
package struct ServerLimits: Sendable {
    /// The number of records in memory.
    package var records = 5_000_000
    /// The total size of their texts, in bytes.
    package var bytes = 1 << 30
    /// The size of a record, in bytes; longer ones are left out of a table that is kept here.
    var recordBytes = 64 << 20
    /// The size of a picture that is sent, in bytes.
    var pictureBytes = 256 << 20
    /// The number of rows in an answer other than records.
    package var rows = 100_000
    /// The size of such an answer, in bytes.
    var answerBytes = 256 << 20
    /// The time for a server to accept a connection, in seconds, unless `connect_timeout` is set.
    package var connecting = 15.0
    /// The time for it to answer, in seconds, except with records, which it may have to sort first.
    package var answering = 60.0

    /// The limits for everything started in a task; tests can set others.
    @TaskLocal package static var standard = ServerLimits()

    /// The size of a record on the connection, in bytes, where escaping at most doubles it.
    var lineBytes: Int { 2 * recordBytes + 1 << 20 }

    package init() {}
}
