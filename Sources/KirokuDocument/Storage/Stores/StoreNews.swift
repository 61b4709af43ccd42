import FoundationEssentials
import Glibc
import Synchronization

/// What others have written to a document while it was open here.
public enum StoreNews: Sendable {
    /// These commits, in their order, and what is open after them.
    case commits([OthersCommit], StoredOpenEdits)
    /// Anything: this is what is in the store now, and earlier steps of the history may no longer apply there.
    case contents(DocumentContents)
}

/// What somebody else has committed at a time.
public struct OthersCommit: Sendable {
    /// Who it was, and with which program; `nil` for a program that does not say.
    public let author: CommitAuthor?
    /// When it was committed.
    public let time: Date
    /// What was changed; it applies to what was there before.
    public let change: Change

    /// A commit with one change.
    public init(author: CommitAuthor?, time: Date, change: Change) {
        self.author = author
        self.time = time
        self.change = change
    }
}

/// Who has committed something, and with which program.
public struct CommitAuthor: Sendable, Hashable {
    /// The name of the person.
    public let person: String
    /// The name of the program, such as "Kiroku" or "kiroku import".
    public let program: String

    /// Somebody who used a program.
    public init(person: String, program: String) {
        self.person = person
        self.program = program
    }

    /// Nobody: a record that is here no longer belongs to the part of a server's table that is kept here.
    package static let outOfPart = CommitAuthor(person: "", program: "Kiroku: outside of the part")
    /// Nobody: the server no longer shows a record to this user.
    package static let hidden = CommitAuthor(person: "", program: "Kiroku: no longer visible")
    /// Nobody: a record has become longer than is held here.
    package static let tooLong = CommitAuthor(person: "", program: "Kiroku: too long")

    /// Whether it is one of these causes, and nobody.
    var isCause: Bool { self == .outOfPart || self == .hidden || self == .tooLong }

    /// The user of this program.
    public static var current: CommitAuthor { CommitAuthor(person: user, program: program.withLock { $0 }) }

    /// Sets how commits of this program say what they were made with; "Kiroku" unless told otherwise.
    public static func setProgram(_ name: String) { program.withLock { $0 = name } }

    private static let program = Mutex("Kiroku")

    /// The user's full name, or the login name where there is none.
    private static let user: String = {
        guard let entry = getpwuid(getuid()) else { return "" }
        let name = entry.pointee.pw_gecos.map { String(cString: $0).prefix { $0 != "," } } ?? ""
        return name.isEmpty ? entry.pointee.pw_name.map { String(cString: $0) } ?? "" : String(name)
    }()
}

/// Which records a change concerns, so that changes of two sides can be told apart.
package struct ChangeReach {
    private var records: Set<RecordID> = []
    private var hasFields = false

    package init(_ changes: some Sequence<Change>) {
        for change in changes {
            records.formUnion(change.records)
            hasFields = hasFields || change.changesFields
        }
    }

    /// Whether the order in which the two are made does not matter.
    package func isApart(from other: ChangeReach) -> Bool {
        if hasFields || other.hasFields { return (isEmpty || other.isEmpty) }
        return records.isDisjoint(with: other.records)
    }

    private var isEmpty: Bool { records.isEmpty && !hasFields }
}

extension Change {
    /// The records that it names.
    package var records: Set<RecordID> {
        switch self {
        case .setCells(let cells): Set(cells.lazy.map(\.record))
        case .insertRecords(let records), .deleteRecords(let records): Set(records.ids)
        case .setPlaces(let changes): Set(changes.lazy.map(\.record))
        case .changeFields: []
        case .sequence(let changes): changes.reduce(into: []) { $0.formUnion($1.records) }
        }
    }

    /// Whether it changes fields.
    package var changesFields: Bool {
        switch self {
        case .changeFields: true
        case .sequence(let changes): changes.contains { $0.changesFields }
        case .setCells, .insertRecords, .deleteRecords, .setPlaces: false
        }
    }
}
