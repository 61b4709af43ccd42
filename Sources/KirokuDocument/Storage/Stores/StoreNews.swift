import FoundationEssentials
import Glibc
import Synchronization

/// What others have written to a document while it was open here.
public enum StoreNews: Sendable {
    /// These commits, in their order, and the open edits after them.
    case commits([OthersCommit], StoredOpenEdits)
    /// Unknown changes: these are the current contents of the store, to which earlier steps of the history may no
    /// longer apply.
    case contents(DocumentContents)
}

/// A commit by someone else.
public struct OthersCommit: Sendable {
    /// Who made it, and with which program; `nil` if the program does not say.
    public let author: CommitAuthor?
    /// When it was committed.
    public let time: Date
    /// The change; it applies to the state before the commit.
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

    /// A person using a program.
    public init(person: String, program: String) {
        self.person = person
        self.program = program
    }

    /// Not a person: a record here has left the part of a server's table that is kept here.
    package static let outOfPart = CommitAuthor(person: "", program: "Kiroku: outside of the part")
    /// Not a person: the server no longer shows a record to this user.
    package static let hidden = CommitAuthor(person: "", program: "Kiroku: no longer visible")
    /// Not a person: a record is now too long to be kept here.
    package static let tooLong = CommitAuthor(person: "", program: "Kiroku: too long")

    /// Whether it is one of these causes, not a person.
    var isCause: Bool { self == .outOfPart || self == .hidden || self == .tooLong }

    /// The user of this program.
    public static var current: CommitAuthor { CommitAuthor(person: user, program: program.withLock { $0 }) }

    /// Sets the program's name in its commits; "Kiroku" by default.
    public static func setProgram(_ name: String) { program.withLock { $0 = name } }

    private static let program = Mutex("Kiroku")

    /// The user's full name, or the login name where there is none.
    private static let user: String = {
        guard let entry = getpwuid(getuid()) else { return "" }
        let name = entry.pointee.pw_gecos.map { String(cString: $0).prefix { $0 != "," } } ?? ""
        return name.isEmpty ? entry.pointee.pw_name.map { String(cString: $0) } ?? "" : String(name)
    }()
}

/// The records that a change concerns, for checking whether changes of two sides are independent.
package struct ChangeReach {
    private var records: Set<RecordID> = []
    private var hasFields = false

    package init(_ changes: some Sequence<Change>) {
        for change in changes {
            records.formUnion(change.records)
            hasFields = hasFields || change.changesFields
        }
    }

    /// Whether the two changes are independent, so that their order does not matter.
    package func isApart(from other: ChangeReach) -> Bool {
        if hasFields || other.hasFields { return (isEmpty || other.isEmpty) }
        return records.isDisjoint(with: other.records)
    }

    private var isEmpty: Bool { records.isEmpty && !hasFields }
}

extension Change {
    /// The records that the change names.
    package var records: Set<RecordID> {
        switch self {
        case .setCells(let cells): Set(cells.lazy.map(\.record))
        case .insertRecords(let records), .deleteRecords(let records): Set(records.ids)
        case .setPlaces(let changes): Set(changes.lazy.map(\.record))
        case .changeFields: []
        case .sequence(let changes): changes.reduce(into: []) { $0.formUnion($1.records) }
        }
    }

    /// Whether the change concerns fields.
    package var changesFields: Bool {
        switch self {
        case .changeFields: true
        case .sequence(let changes): changes.contains { $0.changesFields }
        case .setCells, .insertRecords, .deleteRecords, .setPlaces: false
        }
    }
}
