import KirokuCore
import Synchronization

/// Which documents may connect to which servers, as the user has said on this machine.
///
/// What a document's file says of its server may come from anybody. So nothing is connected to, looked up or asked of a keyring
/// before the user has allowed this document this server: by sharing or joining it here, or in answer to a question. That is
/// kept outside of the document, with the parameters of an address that the user has entered.
///
/// It holds for the file, wherever it is moved to, and for the very address in it. A copy of the file, another file in its
/// place and another address are asked about again.
public final class ServerConsents: Sendable {
    /// Those of the program.
    public static let shared = ServerConsents()

    private struct State {
        var link: (@Sendable (_ name: String) -> any DictionaryLink)?
        /// Those of this run of the program, in place of links as long as there are none.
        var own: [String: ServerConsent] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Has them kept for all programs of the user.
    ///
    /// - Parameter link: to what is kept under a name.
    public func keep(by link: @escaping @Sendable (_ name: String) -> any DictionaryLink) {
        state.withLock { $0.link = link }
    }

    /// What the user has allowed a document; `nil` if that is nothing, or something else.
    ///
    /// Reads a small file.
    func consent(for subject: ConsentSubject) -> ServerConsent? {
        let (link, own) = state.withLock { ($0.link, $0.own[subject.name]) }
        let kept = link.flatMap { link in try? link(subject.name).load() }
        // Where nothing can be kept, what was allowed holds until the program ends.
        let consent = kept.map(ServerConsent.init) ?? own
        return consent?.subject == subject ? consent : nil
    }

    /// Allows a document to connect.
    ///
    /// - Throws: ``KirokuCore/StorageError`` if that cannot be kept.
    func allow(_ consent: ServerConsent) throws(StorageError) {
        let link = state.withLock {
            $0.own[consent.subject.name] = consent
            return $0.link
        }
        try link?(consent.subject.name).save(consent.contents)
    }

    /// Takes back what was allowed a document.
    ///
    /// - Throws: ``KirokuCore/StorageError`` if that cannot be kept.
    func revoke(_ subject: ConsentSubject) throws(StorageError) {
        let link = state.withLock {
            $0.own[subject.name] = nil
            return $0.link
        }
        try link?(subject.name).save([:])
    }
}
