/// What is taken from a server at most, and how long it is waited for: a server may send anything, and endlessly.
package struct ServerLimits: Sendable {
    /// How many records are held.
    package var records = 5_000_000
    /// How many bytes of text they may have together.
    package var bytes = 1 << 30
    /// How many bytes a record may have; longer ones are left out of a table that is kept here.
    var recordBytes = 64 << 20
    /// How many bytes a picture may have that is sent.
    var pictureBytes = 256 << 20
    /// How many rows an answer other than records may have.
    package var rows = 100_000
    /// How many bytes such an answer may have.
    var answerBytes = 256 << 20
    /// How many seconds a server has to take a connection, unless `connect_timeout` says otherwise.
    package var connecting = 15.0
    /// How many seconds it has to answer, except with records, which it may have to sort first.
    package var answering = 60.0

    /// Those of everything that is begun in a task; a test can have others.
    @TaskLocal package static var standard = ServerLimits()

    /// How many bytes a record may have on the line, where a letter takes two at most.
    var lineBytes: Int { 2 * recordBytes + 1 << 20 }

    package init() {}
}
