import FoundationEssentials

/// What a document knows of the table on a server through which it is shared; stored in its file.
///
/// It never holds a password.
package struct SyncState: Sendable, Hashable, Codable {
    /// The address of the table, without a password.
    package var address: String
    /// The identity of the document, the same for all who share it.
    package var document: String
    /// The server, and its timeline: after a failover or a restored backup, one of them is different.
    package var system: String
    package var timeline: String
    /// Identifies the period in which its transaction numbers have grown without a break; `nil` if unknown.
    package var past: String?
    /// The state of the server that the document has, as a snapshot; `nil` if the whole table must be read.
    package var cursor: String?
    /// How often the fields had been changed on the server at that time.
    package var fields: Int
    /// The identity of this copy of the document on the server.
    package var desk: String
    /// Former identities of this copy, for pending edits from that time, in their order; `nil` if there are none.
    package var formerDesks: [FormerDesk]?
    /// The connection that was used last, if it may still exist: it could keep records locked.
    package var backend: String?
    /// When the server last sent or accepted anything.
    package var contact: Date?
    /// When the records were last counted or compared with the server.
    package var compared: Date?
    /// How many records are missing because they are too long, as last counted; `nil` for none.
    package var long: Int?
    /// Which records of the document are kept here; `nil` for all, and for another program's table.
    package var part: Condition?
    /// The state of another program's table; `nil` if Kiroku has created the table.
    package var foreign: ForeignState?
    /// Where the history before the first row of the journal continues on the server; `nil` if there is none.
    package var earlier: EarlierSteps?
    /// The progress of the first copy; `nil` in a complete document.
    package var copying: CopyProgress?

    /// The state when a document begins to be shared.
    package init(
        address: String, document: String, system: String, timeline: String, cursor: String?, fields: Int,
        desk: String = UUID().uuidString.lowercased()
    ) {
        self.address = address
        self.document = document
        self.system = system
        self.timeline = timeline
        self.cursor = cursor
        self.fields = fields
        self.desk = desk
    }
}

extension SyncState {
    /// The largest number of former identities; a file could contain anything.
    private static var formerLimit: Int { 16 }

    /// Gives this copy a new identity on the server, because another copy has used the present one.
    ///
    /// - Parameter queued: the edits that the other copy may have sent.
    package mutating func takeNewDesk(_ queued: [QueuedName]) {
        var former = formerDesks ?? []
        if let last = queued.last { former.append(FormerDesk(desk: desk, last: last.number)) }
        former.removeAll { former in !queued.contains { $0.number <= former.last } }
        formerDesks = former.isEmpty ? nil : former.suffix(Self.formerLimit)
        desk = UUID().uuidString.lowercased()
    }
}

/// The identity that a copy of a document had on the server when some of its edits were made.
package struct FormerDesk: Sendable, Hashable, Codable {
    package let desk: String
    /// The number of the last of these edits.
    package let last: Int64

    package init(desk: String, last: Int64) { (self.desk, self.last) = (desk, last) }
}

/// What a document records before it is put on a server, so that it recognises the result there even if the reply was
/// lost.
package struct PreparedSharing: Sendable, Hashable, Codable {
    /// Its identity there.
    package let document: String
    /// The connection that puts it there, which may still exist.
    package let backend: String?
}

/// The server's history from before a copy joined; later steps are news, and therefore in the copy's journal.
package struct EarlierSteps: Sendable, Hashable, Codable {
    /// The number of the last step.
    package let last: Int64
    /// The moment of joining, as a snapshot: steps under way at that time have lower numbers, too, but are news.
    package let moment: String

    package init(last: Int64, moment: String) { (self.last, self.moment) = (last, moment) }
}

/// The progress of the first copy of a table.
package struct CopyProgress: Sendable, Hashable, Codable {
    /// The state of the server that the document has once everything has arrived, as a snapshot: that of the first
    /// record.
    package let cursor: String
    /// The approximate number of all records.
    package let expected: Int
    /// The server's key of the last record received, in the order of transfer; `nil` before the first.
    package internal(set) var last: String?
    /// How many records have arrived, and their size on the connection.
    package internal(set) var count = 0
    package internal(set) var bytes = 0
    /// Whether all records have arrived.
    package internal(set) var isWhole = false

    package init(cursor: String, expected: Int) {
        (self.cursor, self.expected) = (cursor, expected)
    }
}

/// An edit that the server has not accepted yet, or has accepted recently.
package struct QueuedCommit: Sendable {
    /// Its number among the edits of this copy, ascending in the order in which they were made.
    package internal(set) var number: Int64
    /// Its identity on the server, so that it can be sent again safely.
    package internal(set) var id: String
    /// When it was made.
    package let time: Date
    /// Who has made it.
    package let author: CommitAuthor
    /// The change; empty if the edit is about a picture.
    package internal(set) var change: Change
    /// The name of a picture that was added.
    package internal(set) var picture: String?
    /// The computer on which it was made, as recorded; `nil` if made by an earlier version.
    package internal(set) var place: String? = DocumentOrigin.hostName
    /// Whether this user has made it on this machine, or wants to send it; anyone may have put other edits into the
    /// file.
    package internal(set) var isOwn = true

    package static func newID() -> String { UUID().uuidString.lowercased() }
}

/// The names of an edit that is pending or was accepted recently.
package struct QueuedName: Sendable, Hashable {
    /// Its number among the edits of this copy.
    package let number: Int64
    /// Its identity on the server.
    package let id: String
    package let isAccepted: Bool

    package init(number: Int64, id: String, isAccepted: Bool) {
        (self.number, self.id, self.isAccepted) = (number, id, isAccepted)
    }
}

/// Records that are here but missing in the table that this copy reads from the server.
package struct MissingRecords: Sendable {
    /// Records that have left the part kept here, and that were read.
    package var leaving: Set<RecordID> = []
    /// Records that have left it, and that were not read.
    package var outside: Set<RecordID> = []
    /// Records that the server no longer shows.
    package var hidden: Set<RecordID> = []
    /// Records that are now too long to be kept here.
    package var tooLong: Set<RecordID> = []

    package init() {}
}
