import KirokuCore

/// A document in a window, with the backups that are made of it.
@MainActor
final class ShownDocument {
    let path: String
    let document: Document
    /// Where the document's pictures are kept; `nil` if it can only be read.
    let file: CardFile?
    /// Called when a backup could not be made.
    var onBackupFailure: ((StorageError) -> Void)?

    private let observation: Observation
    private let source: (any BackupSource)?
    private let folder: BackupFolder
    private var keeper: BackupKeeper?
    private var keeperObservation: Observation?

    /// - Parameters:
    ///   - result: what came of opening the file.
    ///   - folder: where backups go.
    ///   - body: is told what happens to the document.
    init(
        _ result: DocumentOpener.Result, backupFolder folder: BackupFolder,
        observer body: @escaping @MainActor (DocumentEvent) -> Void
    ) {
        path = result.path
        document = Document(
            title: DocumentName.title(of: result.path), contents: result.opened.contents, link: result.opened.link)
        observation = document.observe(body)
        source = result.opened.link as? any BackupSource
        file = result.opened.link as? CardFile
        self.folder = folder
    }

    /// Makes backups by this policy from now on; none with `nil`.
    func makeBackups(by policy: BackupPolicy?) {
        guard let policy, let source else {
            keeper = nil
            keeperObservation = nil
            return
        }
        if let keeper {
            if keeper.policy != policy { keeper.policy = policy }
            return
        }
        let keeper = BackupKeeper(of: document, source: source, in: folder, policy: policy)
        keeperObservation = keeper.observe { [weak self] event in
            if case .failed(let error) = event { self?.onBackupFailure?(error) }
        }
        self.keeper = keeper
    }

    /// The backups that are there, the oldest first; none if their folder cannot be read.
    func backups() async -> [Backup] {
        await Self.backups(in: folder)
    }

    @concurrent
    private static func backups(in folder: BackupFolder) async -> [Backup] {
        do throws(StorageError) {
            return try folder.backups()
        } catch {
            Reports.error("KRK_BU_LS", "cannot list the backups: \(error)")
            return []
        }
    }

    /// Saves what is not saved yet.
    func finishSaving() async {
        await document.finishSaving()
    }

    /// Closes the document when the backup that is being made is complete.
    func close() async {
        await keeper?.finish()
        await document.close()
    }
}
