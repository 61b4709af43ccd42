import KirokuCore
import KirokuPictures
import KirokuServer
import KirokuViews

/// A document in a window, with its pictures and its backups.
///
/// The window and its screens hold the document through this object. Only the document knows where it is stored, as
/// that changes when a copy replaces it.
@MainActor
final class DocumentSession {
    let document: Document
    /// The document's pictures, for its cells.
    let pictures: CellPictures
    /// The moment that it shows, if it is the table as it was at an earlier moment.
    let moment: Moment?
    /// The text that the document was just made from; `nil` if it was not.
    let imported: DocumentOpener.ImportNews?
    /// Called when a backup could not be made.
    var onBackupFailure: ((StorageError) -> Void)?

    /// An earlier moment of a document.
    struct Moment {
        /// The name of the document; the title also shows the moment.
        let name: String
        /// The subtitle: "As of 10:32".
        let text: String
    }

    private let observation: Observation
    private let folder: (_ document: String) -> BackupFolder
    private var keeper: BackupKeeper?
    private var keeperObservation: Observation?
    private var sharer: DocumentSharer?
    private var second: SecondCopyKeeper?
    private var secondObservation: Observation?
    /// Keeps the program running until the given work is done.
    var keepRunning: (@escaping @MainActor () async -> Void) -> Void = { work in Task { await work() } }

    /// Keeps the document's pictures open, if the document itself has no store.
    private let pictureStore: (any DocumentStore)?

    /// - Parameters:
    ///   - result: the result of opening the file.
    ///   - loading: the document that is already shown in part; `nil` if none is.
    ///   - folder: the folder for the backups of a document.
    ///   - decoder: decodes the document's pictures.
    ///   - body: called with each event of the document.
    init(
        _ result: DocumentOpener.Result, loading: Document?,
        backupFolder folder: @escaping (_ document: String) -> BackupFolder, decoder: PictureDecoder,
        observer body: @escaping @MainActor (DocumentEvent) -> Void
    ) {
        moment = nil
        imported = result.imported
        let title = DocumentName.title(of: result.path)
        document = loading ?? Document(title: title, contents: result.contents, store: result.store)
        document.finishLoading(title: title, result.contents, in: result.store)
        observation = document.observe(body)
        pictures = CellPictures(in: document, decoder: decoder)
        pictureStore = nil
        self.folder = folder
        isShared = document.capabilities.contains(.sharing)
    }

    /// A table to look at, which is kept nowhere.
    ///
    /// - Parameters:
    ///   - title: the name under which the user knows it.
    ///   - moment: the moment that it shows.
    ///   - contents: the table.
    ///   - store: the store with its pictures, opened for reading; closed with the session.
    ///   - folder: the folder for the backups of a document.
    ///   - decoder: decodes these.
    ///   - body: called with each event of the document.
    init(
        title: String, _ moment: Moment, _ contents: DocumentContents, picturesIn store: (any DocumentStore)?,
        backupFolder folder: @escaping (_ document: String) -> BackupFolder, decoder: PictureDecoder,
        observer body: @escaping @MainActor (DocumentEvent) -> Void
    ) {
        self.moment = moment
        imported = nil
        document = Document(title: title, contents: contents, store: nil)
        observation = document.observe(body)
        let pictures: any PictureStore = store ?? document
        self.pictures = CellPictures(in: pictures, decoder: decoder)
        pictureStore = store
        self.folder = folder
    }

    /// The path of the document; `nil` if it is kept nowhere.
    var path: String? { document.path }

    /// Makes backups by this policy from now on; none if it is `nil`.
    func makeBackups(by policy: BackupPolicy?) {
        guard let policy, let path, document.capabilities.isSuperset(of: [.edits, .copies]) else {
            keeper = nil
            keeperObservation = nil
            return
        }
        if let keeper {
            if keeper.policy != policy { keeper.policy = policy }
            return
        }
        let keeper = BackupKeeper(of: document, in: folder(path), policy: policy)
        keeperObservation = keeper.observe { [weak self] event in
            if case .failed(let error) = event { self?.onBackupFailure?(error) }
        }
        self.keeper = keeper
    }

    /// The state of the document's sharing; `nil` if it is not shared.
    var sharing: SyncStatus? { sharer?.status }

    /// Whether the document is shared.
    var isShared = false
    /// Whether it was asked whether it may connect.
    var hasAskedToConnect = false
    /// The last notice shown about missing remote changes.
    var shownNotice: SharingNotice.Cause?
    /// The notice to show as soon as possible.
    var pendingNotice: SharingNotice?

    /// Starts to keep the document in sync with its server, if it is shared.
    ///
    /// - Parameters:
    ///   - folder: the folder for the leases of this user's programs.
    ///   - onChange: called when ``sharing`` has changed.
    func startSync(leaseFolder folder: String, onChange: @escaping @MainActor () -> Void) {
        guard let path, isShared, sharer == nil else { return }
        var wasReached = true
        let sharer = DocumentSharer(path, leasingIn: folder) { [weak self] in
            let isReached = self?.sharing?.connection == .online
            // Pictures that were requested in vain can now be loaded.
            if isReached, !wasReached { self?.pictures.changed() }
            wasReached = isReached
            onChange()
        }
        self.sharer = sharer
        document.fetchPicture = { [weak sharer] name async throws(StorageError) in
            guard let sharer else { throw .onServer(picture: name) }
            try await sharer.fetch(picture: name)
        }
        document.earlierHistory = EarlierHistory { path, scope, position async throws(StorageError) in
            try await SharedDocuments.earlierSteps(of: path, scope, before: position)
        }
    }

    /// Shows the others who share the document where the user is.
    func setPosition(_ place: PresentPlace?) { sharer?.setPosition(place) }

    /// Tries at once to reach the server, instead of waiting for the next attempt.
    ///
    /// - Parameters:
    ///   - folder: the folder for the leases of this user's programs.
    ///   - onChange: called when ``sharing`` has changed.
    ///   - onStart: called when it is tried.
    func restartSync(
        leaseFolder folder: String, onChange: @escaping @MainActor () -> Void, onStart: @escaping @MainActor () -> Void
    ) {
        guard let old = sharer else { return }
        sharer = nil
        keepRunning { [weak self] in
            await old.stop()
            self?.startSync(leaseFolder: folder, onChange: onChange)
            onStart()
        }
    }

    /// Keeps a second copy in `place` from now on; none if it is `nil`.
    ///
    /// - Parameters:
    ///   - others: the paths of open documents, which no copy replaces.
    ///   - onEvent: called with each event of the second copy.
    func keepSecondCopy(
        in place: SecondCopyFolder?, others: @escaping @MainActor () -> Set<String>,
        onEvent: @escaping @MainActor (SecondCopyEvent, SecondCopyFolder) -> Void
    ) {
        guard place != second?.place else { return }
        second?.stop()
        second = nil
        secondObservation = nil
        // A document that is in the folder itself needs no copy there.
        guard let place, let path = document.path, !place.holds(path), document.capabilities.contains(.copies) else {
            return
        }
        let keeper = SecondCopyKeeper(of: document, at: path, in: place, othersInUse: others)
        secondObservation = keeper.observe { onEvent($0, place) }
        second = keeper
    }

    /// Follows the document to another file: reads the pictures there, and makes backups in that file's folder.
    ///
    /// No second copy is kept until ``keepSecondCopy(in:others:onEvent:)`` is called again.
    ///
    /// - Parameter old: where the file was, if it is the same one; its backups move with it.
    func follow(from old: StorageLocation?, backups policy: BackupPolicy?) {
        pictures.changed()
        // A moved file is still the same file, but a copy is not shared.
        if old == nil { stopSharing() }
        makeBackups(by: nil)
        if let old = old?.path, let path { folder(path).take(over: folder(old)) }
        makeBackups(by: policy)
        second?.stop()
        second = nil
        secondObservation = nil
    }

    /// The existing backups, the oldest first; none if their folder cannot be read.
    func backups() async -> [Backup] {
        guard let path else { return [] }
        return await Self.backups(in: folder(path))
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

    /// Closes a document that has just been made, and removes its file.
    func discard() async {
        await keeper?.finish()
        stopSharing()
        second?.stop()
        await document.discard()
    }

    /// Closes the document when the backup under way is complete.
    func close() async {
        await keeper?.finish()
        second?.stop()
        await document.close()
        stopSharing()
        await pictureStore?.close()
        // The window need not wait for a slow disk.
        if let second { keepRunning { await second.catchUp() } }
    }

    /// Makes the document independent again, even if there are pending edits.
    ///
    /// - Throws: ``SyncError``; the document is shared as before then, but not kept in sync.
    func endSharing() async throws(SyncError) {
        guard let path else { return }
        let ending = sharer
        sharer = nil
        (document.fetchPicture, document.earlierHistory) = (nil, nil)
        await ending?.stop()
        _ = try await SharedDocuments.end(path, isForced: true)
        isShared = false
    }

    /// The window need not wait for a server: what has not been sent is in the file.
    private func stopSharing() {
        guard let sharer else { return }
        self.sharer = nil
        (document.fetchPicture, document.earlierHistory) = (nil, nil)
        keepRunning { await sharer.stop() }
    }
}
