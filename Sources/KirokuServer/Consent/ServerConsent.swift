import FoundationEssentials
import KirokuCore

/// A document and the server that it wants to connect to, which the user allows or not.
struct ConsentSubject: Sendable, Hashable {
    /// Identifies the document's file, for storing the consent.
    let name: String
    /// The document's identity; empty for a copy of another program's table.
    let document: String
    /// The address as in the file.
    let address: String

    /// The request of a document's file; `nil` if there is no such file.
    ///
    /// Reads the status of the file.
    init?(_ path: String, _ state: SyncState) {
        guard let file = FileIdentity(path) else { return nil }
        self.init(name: file.text, document: state.document, address: state.address)
    }

    fileprivate init(name: String, document: String, address: String) {
        (self.name, self.document, self.address) = (name, document, address)
    }
}

/// The user's consent for a document to connect.
struct ServerConsent: Sendable, Hashable {
    let subject: ConsentSubject
    /// The address to connect to, without a password: as entered by the user, or as in the file.
    let address: String
    /// When the consent was given.
    let since: Date

    /// A consent that the user gives now.
    ///
    /// - Parameter entered: the address that they have entered; `nil` for the one in the file.
    /// - Throws: what is wrong with the address in the file.
    init(_ subject: ConsentSubject, entered: ServerAddress? = nil) throws(ServerError) {
        let inFile = try ServerAddress(inFile: subject.address)
        self.subject = subject
        // The file's table name is more precise: it includes the schema.
        if let entered, let table = inFile.table {
            address = try entered.named(table, key: inFile.key).keptText
        } else {
            address = inFile.keptText
        }
        since = AppClock.shared.now
    }

    /// A stored consent; `nil` if it is no longer valid.
    init?(_ contents: [String: PropertyValue]) {
        guard let name = contents["file"]?.text, let document = contents["document"]?.text,
            let asked = contents["asked"]?.text, let address = contents["address"]?.text,
            case .date(let since) = contents["since"]
        else { return nil }
        subject = ConsentSubject(name: name, document: document, address: asked)
        (self.address, self.since) = (address, since)
    }

    /// The form for storing.
    var contents: [String: PropertyValue] {
        [
            "file": .string(subject.name), "document": .string(subject.document), "asked": .string(subject.address),
            "address": .string(address), "since": .date(since),
        ]
    }
}
