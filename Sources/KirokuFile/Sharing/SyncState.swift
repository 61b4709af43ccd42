import FoundationEssentials

/// What a document knows of the table on a server that it shares with others; kept in its file.
///
/// It never holds a password.
package struct SyncState: Sendable, Hashable, Codable {
    /// The address of the table, without a password.
    package var address: String
    /// The identity of the document, the same for all who share it.
    package var document: String
    /// Which server it is, and in which of its pasts: after a failover or a restored backup one of them is another.
    package var system: String
    package var timeline: String
    /// What tells since when the numbers of its transactions have gone up without a break; `nil` if that is not known.
    package var past: String?
    /// Up to where the document has what is on the server, as a snapshot; `nil` if all of it must be read.
    package var cursor: String?
    /// How often the fields had been changed on the server then.
    package var fields: Int
    /// By what this copy of the document is known to the server.
    package var desk: String
    /// By what it was known before, for the edits that wait from then, in their order; `nil` if there are none.
    package var formerDesks: [FormerDesk]?
    /// The connection that was used last, if it may still be there: it would keep records locked.
    package var backend: String?
    /// When anything came from the server, or was accepted there, last.
    package var contact: Date?
    /// When the records were counted there, or compared, last.
    package var compared: Date?
    /// How many records are not here because they are too long, when that was counted last; `nil` for none.
    package var long: Int?
    /// Which records of the document there are here; `nil` for all, and for another program's table.
    package var part: Condition?
    /// What is known of the table, if another program has made it; `nil` if Kiroku has.
    package var foreign: ForeignState?
    /// Where the history goes on, on the server, before the first row of the journal; `nil` if nothing is known of before that.
    package var earlier: EarlierSteps?
    /// How much of the first copy is here; `nil` in a document, which is whole.
    package var copying: CopyProgress?

    /// What is known when a document begins to be shared.
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
    /// More names than this are not kept; a file may say anything.
    private static var formerLimit: Int { 16 }

    /// Has the server know this copy by another name from now on, because another copy has gone by this one.
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

/// By what the server knew a copy of a document when some of its edits were made.
package struct FormerDesk: Sendable, Hashable, Codable {
    package let desk: String
    /// The number of the last of these edits.
    package let last: Int64

    package init(desk: String, last: Int64) { (self.desk, self.last) = (desk, last) }
}

/// What a document notes before it is put on a server, so that what there is afterwards is known as its own even if the end
/// was not heard of.
package struct PreparedSharing: Sendable, Hashable, Codable {
    /// The identity that it has there.
    package let document: String
    /// The connection that makes it, which may still be there.
    package let backend: String?
}

/// What of a server's history was there when a copy joined; what came later is news, and so in the copy's journal.
package struct EarlierSteps: Sendable, Hashable, Codable {
    /// The number of the last step.
    package let last: Int64
    /// The moment, as a snapshot: what was being done then has lower numbers, too, but is news.
    package let moment: String

    package init(last: Int64, moment: String) { (self.last, self.moment) = (last, moment) }
}

/// How much of a table has come while it is copied for the first time.
package struct CopyProgress: Sendable, Hashable, Codable {
    /// Up to where the document has what is on the server when everything has come, as a snapshot: of the first record.
    package let cursor: String
    /// How many records there are, more or less.
    package let expected: Int
    /// By what the server knows the last record that has come, in the order in which they come; `nil` before the first.
    package internal(set) var last: String?
    /// How many have come, and how many bytes they had on the line.
    package internal(set) var count = 0
    package internal(set) var bytes = 0
    /// Whether all have come.
    package internal(set) var isWhole = false

    package init(cursor: String, expected: Int) {
        (self.cursor, self.expected) = (cursor, expected)
    }
}

/// An edit that the server has not accepted yet, or has accepted not long ago.
package struct QueuedCommit: Sendable {
    /// Its number among those of this copy; ascending in the order in which they were made.
    package internal(set) var number: Int64
    /// What the server knows it by, so that it can be sent again safely.
    package internal(set) var id: String
    /// When it was made.
    package let time: Date
    /// Who has made it.
    package let author: CommitAuthor
    /// What it changes; nothing if it is about a picture.
    package internal(set) var change: Change
    /// The name of a picture that was added.
    package internal(set) var picture: String?
    /// The computer that it was made on, as is said; `nil` if an earlier version has made it.
    package internal(set) var place: String? = DocumentOrigin.hostName
    /// Whether this user has made it on this machine, or has said that it is to be sent; anything else may have been put into the file
    /// by anybody.
    package internal(set) var isOwn = true

    package static func newID() -> String { UUID().uuidString.lowercased() }
}

/// An edit that waits, or was accepted not long ago, by its names.
package struct QueuedName: Sendable, Hashable {
    /// Its number among those of this copy.
    package let number: Int64
    /// What the server knows it by.
    package let id: String
    package let isAccepted: Bool

    package init(number: Int64, id: String, isAccepted: Bool) {
        (self.number, self.id, self.isAccepted) = (number, id, isAccepted)
    }
}

/// Records that are here, and missing in the table that this copy reads from the server.
package struct MissingRecords: Sendable {
    /// They do not belong to the part that is here; they are among the records that were read.
    package var leaving: Set<RecordID> = []
    /// They do not, and were not read.
    package var outside: Set<RecordID> = []
    /// The server does not show them any more.
    package var hidden: Set<RecordID> = []
    /// They have become longer than is held here.
    package var tooLong: Set<RecordID> = []

    package init() {}
}
