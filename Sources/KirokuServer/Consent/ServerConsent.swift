import FoundationEssentials
import KirokuCore

/// Which document wants to connect, and where: what the user allows, or not.
struct ConsentSubject: Sendable, Hashable {
    /// The document's file, by which this is kept.
    let name: String
    /// The document's identity; nothing for a copy of another program's table.
    let document: String
    /// The address in the file, as it is there.
    let address: String

    /// What a document's file asks for; `nil` if there is no such file.
    ///
    /// Reads its status.
    init?(_ path: String, _ state: SyncState) {
        guard let file = FileIdentity(path) else { return nil }
        self.init(name: file.text, document: state.document, address: state.address)
    }

    fileprivate init(name: String, document: String, address: String) {
        (self.name, self.document, self.address) = (name, document, address)
    }
}

/// What the user has allowed a document.
struct ServerConsent: Sendable, Hashable {
    let subject: ConsentSubject
    /// The address that is connected to, without a password: as the user has entered it, or as the file has it.
    let address: String
    /// Since when.
    let since: Date

    /// What the user allows now.
    ///
    /// - Parameter entered: the address that they have entered; `nil` for the one in the file.
    /// - Throws: what is wrong with the address in the file.
    init(_ subject: ConsentSubject, entered: ServerAddress? = nil) throws(ServerError) {
        let inFile = try ServerAddress(inFile: subject.address)
        self.subject = subject
        // The file knows the table better: it names its schema.
        if let entered, let table = inFile.table {
            address = try entered.named(table, key: inFile.key).keptText
        } else {
            address = inFile.keptText
        }
        since = AppClock.shared.now
    }

    /// What was kept; `nil` if it is no longer allowed.
    init?(_ contents: [String: PropertyValue]) {
        guard let name = contents["file"]?.text, let document = contents["document"]?.text,
            let asked = contents["asked"]?.text, let address = contents["address"]?.text,
            case .date(let since) = contents["since"]
        else { return nil }
        subject = ConsentSubject(name: name, document: document, address: asked)
        (self.address, self.since) = (address, since)
    }

    /// What is kept.
    var contents: [String: PropertyValue] {
        [
            "file": .string(subject.name), "document": .string(subject.document), "asked": .string(subject.address),
            "address": .string(address), "since": .date(since),
        ]
    }
}
