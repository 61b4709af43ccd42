import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A sheet that opens a table from a server: it asks for the server, lists the tables there, and makes a copy here,
/// which is kept in sync from then on, or browses the table there.
@MainActor
final class JoinSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called with the path of the copy when it has been made.
    var onMade: ((_ path: String) -> Void)?
    /// Called with a table that is browsed on its server.
    var onBrowse: ((RemoteRows) -> Void)?
    /// Finds an existing copy of a table here.
    var findCopy: ((ServerAddress) async -> String?)?

    private let steps: ServerSteps
    private let progress = ProgressRow(name: localized("Progress of the opening"))
    private let choices: JoinChoices
    private let wanted: ServerAddress?
    /// The warning that is shown instead of connecting at once.
    private let firstCaution: Message?
    private weak var window: DocumentWindow?
    /// Where the copy is to be kept, if the user has chosen that.
    private var place: String?
    private var task: Task<Void, Never>?
    private let guessing = LatestWork()
    /// How long typing rests before the size of the part is guessed.
    private static let rest = Duration.milliseconds(400)

    /// - Parameters:
    ///   - window: the window that the sheet slides over.
    ///   - address: what is known already; it connects at once then, if there is no caution.
    ///   - way: the proposal for what is kept here; `nil` for what is usual for the table.
    ///   - condition: which records are in a part that is kept, as text.
    ///   - caution: the warning before it connects.
    init(
        over window: DocumentWindow, _ address: ServerAddress?, keeping way: JoinWay? = nil,
        where condition: String = "", caution: Message? = nil
    ) {
        self.window = window
        choices = JoinChoices(keeping: way, where: condition)
        (wanted, firstCaution) = (address, caution)
        steps = ServerSteps(
            over: window, localized("Open from a Server"),
            localized(
                "Kiroku keeps a copy of the table here and in sync with the server, so you can also edit it offline. You can view a large table on the server instead."
            ), progress, choices: choices.widget, ok: localized("_Open"), address)
        steps.onConnected = { [weak self] in self?.showTables($0, $1) }
        steps.onOK = { [weak self] in self?.join() }
        steps.onStop = { [weak self] in self?.task?.cancel() }
        steps.onClosed = { [weak self] in self?.onClosed?() }
        choices.onChoosePlace = { [weak self] in self?.choosePlace() }
        choices.onChange = { [weak self] in
            self?.showPlace()
            self?.guessPart()
        }
        choices.onConditionChange = { [weak self] in self?.guessPart() }
    }

    func open() {
        steps.open()
        if let firstCaution { steps.show(firstCaution) } else if wanted != nil { steps.login.connect() }
    }

    private func showTables(_ view: ServerView, _ address: ServerAddress) {
        guard steps.isOpen else { return }
        steps.place = (view, address)
        let table = steps.login.form.table
        choices.show(view.tables, chosen: table)
        showPlace()
        // On the list of tables, Enter would open the list.
        steps.focusOK()
        if !table.isEmpty, choices.chosen.map(isAskedFor) != true {
            steps.show(Message(ServerError.noTable(table, present: []).message, .error))
        }
    }

    /// Whether it is the table of the address that was pasted, or with which the sheet began.
    private func isAskedFor(_ table: ListedTable) -> Bool {
        let name = steps.login.form.table
        return table.name == name || table.name == "public." + name
    }

    /// The address of a table; what an address has named as the key of its own table is not that of others.
    private func address(of table: ListedTable) throws(ServerError) -> ServerAddress? {
        try steps.place?.address.named(table.name, key: isAskedFor(table) ? steps.login.form.key : [])
    }

    // MARK: The place

    /// Where the copy goes: where the user has chosen, or else among their documents, named after the table.
    private func path() -> String? {
        guard let chosen = choices.chosen, let window else { return nil }
        if let place { return place }
        return DocumentName.free(
            for: chosen.name.replacing("/", with: "-"), in: window.application.links.documents,
            isTaken: CanonicalPath.isTaken)
    }

    /// A warning that others can see the password in the address with which the program was started.
    private var caution: Message? {
        guard let wanted, wanted.hasSecret else { return nil }
        return Message(
            localized(
                "While Kiroku runs, anyone on this computer can see the password in the address. Put it in {file} instead, or enter it in the window.",
                ["file": "~/.pgpass"]), .caution)
    }

    private func showPlace() {
        steps.show(caution)
        guard let path = path(), let window else { return }
        choices.show(place: path, home: window.application.links.home)
    }

    private func choosePlace() {
        guard !steps.isBusy, let window, let path = path() else { return }
        FileChooser.save(
            over: window.window, title: localized("Save the Copy"), accept: localized("_Choose"),
            cancel: localized("_Cancel"), name: FilePath.name(of: path), folder: FilePath.folder(of: path),
            replaces: false
        ) { [weak self] path in
            self?.place = DocumentName.withSuffix(path)
            self?.showPlace()
        }
    }

    // MARK: The part

    /// Shows how many records about meet the condition, or what is wrong with it.
    private func guessPart() {
        guessing.cancel()
        choices.show(part: nil)
        guard let condition = choices.condition, let chosen = choices.chosen,
            let address = try? address(of: chosen)
        else { return }
        guessing.start { _ async throws(SyncError) in
            guard (try? await AppClock.shared.sleep(for: Self.rest)) != nil else { throw .server(.cancelled) }
            return try await SharedDocuments.guess(address, where: condition)
        } done: { [weak self] in
            self?.show($0)
        }
    }

    private func show(_ guess: Result<PartGuess, SyncError>) {
        guard steps.isOpen else { return }
        switch guess {
        case .failure(let error): choices.show(part: error.message, isError: true)
        case .success(let guess):
            let whole = localizedNumber(guess.wholeCount)
            guard let count = guess.count else {
                return choices.show(
                    part: localized(
                        "Kiroku reads all of about {count} records to find those to keep.", ["count": whole]))
            }
            choices.show(
                part: localized(
                    "≈ {count} of ≈ {whole} records", ["count": localizedNumber(count), "whole": whole]))
        }
    }

    // MARK: Joining

    private func join() {
        guard !steps.isBusy, let chosen = choices.chosen, let path = path() else { return }
        let table: ServerAddress
        do throws(ServerError) {
            guard let address = try address(of: chosen) else { return }
            table = address
        } catch {
            return steps.show(Message(error.message, .error))
        }
        if choices.way == .browse { return browse(table) }
        if choices.needsCondition {
            choices.grabFocusOfCondition()
            return steps.show(
                Message(
                    localized(
                        "Enter a condition for the records to keep here, such as: {example}",
                        ["example": localized("Prefecture = Kyoto")]), .error))
        }
        steps.begin(localized("Copying the records…"))
        let progress = ProgressRelay { [weak self] in self?.progress.fraction = $0 }
        let condition = choices.condition
        // A copy of all is another one than that of a part.
        let findCopy = condition == nil ? findCopy : nil
        task = Task { [weak self] in
            let result: Result<String, SyncError>
            var keptCount = 0
            do throws(SyncError) {
                if let copy = await findCopy?(table) {
                    result = .success(copy)
                } else {
                    try Folder.makeForDocument(at: path)
                    try await SharedDocuments.join(table, at: path, where: condition) { progress.report($0) }
                    result = .success(path)
                }
            } catch {
                result = .failure(error)
                keptCount = await SharedDocuments.keptCount(for: path)
            }
            self?.finish(result, keptCount)
        }
    }

    private func browse(_ table: ServerAddress) {
        steps.begin(localized("Connecting…"))
        task = Task { [weak self] in
            let result: Result<RemoteRows, ServerError>
            do throws(ServerError) {
                result = .success(try await RemoteRows.open(table))
            } catch {
                result = .failure(error)
            }
            await self?.finishBrowsing(result)
        }
    }

    private func finishBrowsing(_ result: Result<RemoteRows, ServerError>) async {
        task = nil
        steps.end()
        switch result {
        case .success(let rows):
            guard steps.isOpen else { return await rows.close() }
            steps.close()
            onBrowse?(rows)
        case .failure(let error): steps.show(.server(error))
        }
    }

    /// - Parameter keptCount: how many records are kept of a copy that could not be finished.
    private func finish(_ result: Result<String, SyncError>, _ keptCount: Int) {
        task = nil
        steps.end()
        switch result {
        case .success(let path):
            steps.close()
            onMade?(path)
        case .failure(let error) where keptCount > 0:
            let kept = localized(
                "1 record has been received; the next attempt continues from there.",
                "{count} records have been received; the next attempt continues from there.", count: keptCount)
            steps.show(error, kept)
        case .failure(let error): steps.show(error)
        }
    }
}

extension Folder {
    /// Makes the folder that a document is to be in, if it does not exist.
    fileprivate static func makeForDocument(at path: String) throws(SyncError) {
        do throws(StorageError) {
            try make(FilePath.folder(of: path))
        } catch {
            throw .storage(error)
        }
    }
}
