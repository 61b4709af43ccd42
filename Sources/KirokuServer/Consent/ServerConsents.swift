import KirokuCore
import Synchronization

/// Which documents may connect to which servers, as decided by the user on this machine.
///
/// The server in a document's file may have been put there by anyone. So nothing connects, resolves names or accesses a
/// keyring before the user has allowed this server for this document: by sharing or joining it here, or by answering a
/// question. The consent is stored outside of the document, with the parameters of an address that the user has
/// entered.
///
/// It is valid for the file, wherever it is moved, and for exactly the address in it. For a copy of the file, another
/// file in its place or another address, the user is asked again.
public final class ServerConsents: Sendable {
    /// The consents of this program.
    public static let shared = ServerConsents()

    private struct State {
        var link: (@Sendable (_ name: String) -> any DictionaryLink)?
        /// The consents of this run of the program, while no link is set.
        var own: [String: ServerConsent] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Stores consents for all programs of the user.
    ///
    /// - Parameter link: returns the link to the consent with a name.
    public func keep(by link: @escaping @Sendable (_ name: String) -> any DictionaryLink) {
        state.withLock { $0.link = link }
    }

    /// The user's consent for a document; `nil` if there is none, or it is for something else.
    ///
    /// Reads a small file.
    func consent(for subject: ConsentSubject) -> ServerConsent? {
        let (link, own) = state.withLock { ($0.link, $0.own[subject.name]) }
        let kept = link.flatMap { link in try? link(subject.name).load() }
        // If nothing can be stored, a consent is valid until the program ends.
        let consent = kept.map(ServerConsent.init) ?? own
        return consent?.subject == subject ? consent : nil
    }

    /// Allows a document to connect.
    ///
    /// - Throws: ``KirokuCore/StorageError`` if that cannot be stored.
    func allow(_ consent: ServerConsent) throws(StorageError) {
        let link = state.withLock {
            $0.own[consent.subject.name] = consent
            return $0.link
        }
        try link?(consent.subject.name).save(consent.contents)
    }

    /// Revokes the consent for a document.
    ///
    /// - Throws: ``KirokuCore/StorageError`` if that cannot be stored.
    func revoke(_ subject: ConsentSubject) throws(StorageError) {
        let link = state.withLock {
            $0.own[subject.name] = nil
            return $0.link
        }
        try link?(subject.name).save([:])
    }
}
