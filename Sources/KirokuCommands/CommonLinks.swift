import Glibc
import KirokuCore
import KirokuServer

/// The files that the program keeps or reads whether it runs a command or shows a window.
public struct CommonLinks: Sendable {
    /// The folder of the translations.
    public let translations: String
    /// The folder in which processes of this installation lease the numbers that distinguish their new records.
    let deskFolder: String
    /// The key by which this installation knows its own edits in shared documents.
    let sealKey: String
    /// What the user has allowed a document, by the name of its file: the server to which it may connect.
    ///
    /// It is not part of a backup of everything, because it is about this machine.
    let serverConsent: @Sendable (_ file: String) -> any DictionaryLink

    /// - Parameters:
    ///   - directories: where the user's files are.
    ///   - resources: the folder of the files that ship with the program.
    public init(directories: Directories, resources: String) {
        translations = resources + "/locale"
        deskFolder = directories.state + "/desks"
        sealKey = directories.state + "/seal"
        let consents = directories.state + "/servers"
        serverConsent = { DictionaryFileLink(path: consents + "/\($0).plist") }
    }

    /// Prepares the process: the user's language, and what its documents need.
    ///
    /// - Parameter passwords: where passwords of servers are looked up.
    public func prepare(passwords: any PasswordSource) {
        setlocale(LC_ALL, "")
        bindTranslations(to: translations)
        RecordIDSource.shared.leaseIDs(in: deskFolder)
        ServerPasswords.shared.use(passwords)
        EditSeals.shared.keepKey(at: sealKey)
        ServerConsents.shared.keep(by: serverConsent)
    }
}
