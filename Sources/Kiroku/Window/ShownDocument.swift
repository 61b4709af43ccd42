import KirokuCore
import KirokuPictures
import KirokuViews

/// A document in a window, with the backups that are made of it.
@MainActor
final class ShownDocument {
    let path: String
    let document: Document
    /// Where pictures are put; `nil` if the document can only be read.
    let file: CardFile?
    /// Where the document's pictures are read.
    let pictureFile: CardFile?
    /// The document's pictures, for its cells.
    let pictures: CellPictures?
    /// Called when a backup could not be made.
    var onBackupFailure: ((StorageError) -> Void)?

    private let observation: Observation
    private let source: (any BackupSource)?
    private let folder: BackupFolder
    private var keeper: BackupKeeper?
    private var keeperObservation: Observation?
    private var second: SecondCopyKeeper?
    private var secondObservation: Observation?
    /// Keeps the program running until some work is done.
    var keepRunning: (@escaping @MainActor () async -> Void) -> Void = { work in Task { await work() } }

    /// - Parameters:
    ///   - result: what came of opening the file.
    ///   - loading: the document as it is shown already; `nil` if nothing of it is.
    ///   - folder: where backups go.
    ///   - decoder: decodes the document's pictures.
    ///   - body: is told what happens to the document.
    init(
        _ result: DocumentOpener.Result, loading: Document?, backupFolder folder: BackupFolder,
        decoder: PictureDecoder,
        observer body: @escaping @MainActor (DocumentEvent) -> Void
    ) {
        path = result.path
        let (title, contents, link) = (
            DocumentName.title(of: result.path), result.opened.contents, result.opened.link
        )
        document = loading ?? Document(title: title, contents: contents, link: link)
        document.finishLoading(title: title, contents: contents, link: link)
        observation = document.observe(body)
        source = result.opened.link as? any BackupSource
        file = result.opened.link as? CardFile
        pictureFile = result.opened.pictures
        pictures = pictureFile.map { CellPictures(in: $0, decoder: decoder) }
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

    /// Keeps a second copy there from now on; none with `nil`.
    ///
    /// - Parameters:
    ///   - others: the paths of documents that are open, which no copy replaces.
    ///   - tell: is told what there is to say about it.
    func keepSecondCopy(
        in place: SecondPlace?, others: @escaping @MainActor () -> Set<String>,
        tell: @escaping @MainActor (SecondCopyEvent, SecondPlace) -> Void
    ) {
        guard place != second?.place else { return }
        second?.stop()
        second = nil
        secondObservation = nil
        // A document that is in the folder itself needs no copy there.
        guard let place, let source, !place.holds(path) else { return }
        let keeper = SecondCopyKeeper(of: document, at: path, source: source, in: place, othersInUse: others)
        secondObservation = keeper.observe { tell($0, place) }
        second = keeper
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
        second?.stop()
        await document.close()
        // The window need not wait for a slow stick.
        if let second { keepRunning { await second.catchUp() } }
        if document.isReadOnly { await pictureFile?.close() }
    }
}
