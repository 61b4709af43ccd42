import GtkKit
import KirokuCore
import KirokuViews

/// The opening of a file in a window: what is being opened, the progress, and how it ends.
@MainActor
final class WindowOpening {
    /// The path of the file that is being opened, or about which the user is asked first; `nil` if there is none.
    private(set) var path: String?
    /// The document that is being opened, with its first records, once these are loaded.
    private(set) var beginning: Document?

    private weak var window: DocumentWindow?
    /// Opens a file, or prepares that.
    private var task: Task<Void, Never>?
    /// The number of openings, to tell late news from that of the current one.
    private var count = 0

    init(in window: DocumentWindow) {
        self.window = window
    }

    /// Whether the opening of a file is being prepared or is under way.
    var isRunning: Bool { task != nil }

    /// Opens a file in the window, which must be vacant.
    ///
    /// - Parameters:
    ///   - path: the file, under any of its names.
    ///   - options: how a text is read.
    ///   - isComingBack: whether it was open when the program ended last, and the user has not asked for it since.
    ///   - isAgain: whether a text is made another document of, without a question about an earlier one.
    ///   - text: a text to import into the document when it is open.
    ///   - news: the message to show when it is open.
    func start(
        _ path: String, options: SeparatedText.ReadingOptions = .init(), isComingBack: Bool = false,
        isAgain: Bool = false, importing text: String? = nil, news: Message? = nil
    ) {
        guard let window else { return }
        self.path = path
        window.screens.show(.cards)
        showProgress(of: path, in: window)
        window.frame.messageLine.show(nil)
        count += 1
        let opening = count
        let opener = Self.opener(by: window.application.links)
        let progress = ProgressRelay { [weak window] fraction in window?.cards.openingFraction = fraction }
        let showBeginning: @Sendable (PartialDocument) -> Void = { [weak self] beginning in
            Task { @MainActor in self?.show(beginning, ofOpening: opening) }
        }
        task = Task { [weak self] in
            let path = await BlockingIO.run { CanonicalPath.of(path) }
            guard self?.takePath(path, ofOpening: opening) == true else { return }
            let made = await isAgain ? nil : self?.window?.application.madeDocuments.document(madeFrom: path)
            if let made, self?.isAsked(about: made, of: path, ofOpening: opening) == true { return }
            let place = self?.window?.remembered.positionInTable(of: path)?.sight
            let result: Result<DocumentOpener.Result, StorageError>
            do throws(StorageError) {
                result = .success(
                    try await opener.open(path, around: place, options: options, beginning: showBeginning) {
                        progress.report($0)
                    })
            } catch {
                result = .failure(error)
            }
            guard let self, let window = self.window, opening == count else {
                // The document is no longer wanted.
                await (try? result.get())?.store.close()
                return
            }
            if isComingBack, case .failure(.notFound) = result {
                task = nil
                return window.application.isMissing(in: window)
            }
            finish(result)
            if let news, window.shown != nil { window.show(news) }
            if let text { window.showImport(of: text) }
        }
        window.refresh()
        window.present()
        MainLoop.whenIdle { [weak window] in window?.cards.prepareGrid() }
    }

    /// Does what comes before an opening; the window counts as opening meanwhile.
    func prepare<Value: Sendable>(
        _ work: @escaping @MainActor () async -> Value, done: @escaping @MainActor (Value) -> Void
    ) {
        task = Task { [weak self] in
            let value = await work()
            guard let self else { return }
            task = nil
            done(value)
        }
    }

    /// Waits until the file that is being opened is open, or cannot be.
    func untilDone() async { await task?.value }

    private static func opener(by links: Links) -> DocumentOpener {
        DocumentOpener(
            folder: links.documents,
            sample: ShippedSample(
                path: links.sample, pictures: links.samplePictures, folder: links.ownFolder, languages: languageNames))
    }

    /// Stores the canonical path of the file; returns `false` if the file is no longer wanted, or is in another window.
    ///
    /// That window then comes to the front, and this one closes.
    private func takePath(_ path: String, ofOpening opening: Int) -> Bool {
        guard opening == count, let window else { return false }
        guard let other = window.application.window(showing: path, besides: window) else {
            self.path = path
            return true
        }
        task = nil
        giveWay(to: other)
        return false
    }

    /// Asks about the document that was made from a text earlier, instead of opening the text.
    ///
    /// Returns `false` if the text is no longer wanted, or another question is asked.
    private func isAsked(about made: MadeDocuments.Found, of text: String, ofOpening opening: Int) -> Bool {
        guard opening == count, task?.isCancelled == false, let window, window.dialog == nil else { return false }
        task = nil
        window.cards.opening.end()
        window.ask(about: made, of: text)
        window.refresh()
        return true
    }

    // MARK: Showing

    /// Shows again what is shown of an opening, in screens that are new.
    func showAgain() {
        guard let window, let path else { return }
        if let beginning {
            prepareToShow(beginning, path, in: window)
            window.cards.showLoading()
        } else if isRunning {
            showProgress(of: path, in: window)
        }
    }

    /// Shows on the first screen that a file is being opened.
    private func showProgress(of path: String, in window: DocumentWindow) {
        let progress = window.cards.opening
        progress.fraction = 0
        progress.begin(text(path, in: window))
        progress.onCancel = { [weak self] in self?.cancel() }
    }

    /// Shows some records while the others are loaded, if they are what will be visible when all are loaded.
    private func show(_ first: PartialDocument, ofOpening opening: Int) {
        guard opening == count, isRunning, let window, window.shown == nil, let path else { return }
        let place = window.remembered.positionInTable(of: path)
        guard first.holds(place) else { return }
        let document = Document(title: DocumentName.title(of: path), beginning: first)
        beginning = document
        prepareToShow(document, path, in: window)
        // Making the grid, laying it out and drawing it each take long, so they are not done in one go.
        MainLoop.whenIdle { [weak self] in
            guard let self, let window = self.window, beginning === document else { return }
            let cards = window.cards
            cards.showLoading()
            window.refresh()
            cards.widget.layOutWindow()
            if let place { cards.loadingGrid?.restore(place) }
            window.screen?.grabFocus()
            cards.loadingGrid?.measureWhenDrawn("first records")
        }
    }

    /// Makes the grid of the records loaded so far, with the progress of the others.
    private func prepareToShow(_ document: Document, _ path: String, in window: DocumentWindow) {
        window.cards.prepareLoading(document, text(path, in: window)) { [weak self] in self?.cancel() }
    }

    private func text(_ path: String, in window: DocumentWindow) -> String {
        path == window.application.links.sample
            ? localized("Opening the sample…") : localized("Opening {file}…", ["file": FilePath.name(of: path)])
    }

    // MARK: Ending

    /// Leaves the window as it is if nothing could be opened, or nothing was wanted after all.
    func giveUp() { finish(.failure(.cancelled)) }

    /// Closes the window, because another one shows what is wanted.
    func giveWay(to other: DocumentWindow) {
        path = nil
        window?.close()
        other.present()
    }

    /// Cancels the opening, because the program ends.
    func stop() { task?.cancel() }

    /// Cancels the opening, because the window closes.
    ///
    /// The program keeps running until unfinished files are removed, but does not wait for a disk that does not answer.
    func end() {
        guard let task else { return }
        task.cancel()
        window?.application.untilDone {
            let (end, ending) = AsyncStream.makeStream(of: Void.self)
            Task {
                await task.value
                ending.finish()
            }
            Task {
                try? await AppClock.shared.sleep(for: .seconds(3))
                ending.finish()
            }
            for await _ in end {}
        }
    }

    /// Cancels the opening; after a moment it counts as cancelled even if a disk does not answer.
    private func cancel() {
        task?.cancel()
        let opening = count
        Task { [weak self] in
            try? await AppClock.shared.sleep(for: .milliseconds(500))
            guard let self, isRunning, opening == count else { return }
            count += 1
            giveUp()
        }
    }

    private func finish(_ result: Result<DocumentOpener.Result, StorageError>) {
        task = nil
        guard let window else { return }
        window.cards.opening.end()
        switch result {
        case .success(let result):
            window.show(result, begunAs: beginning)
            (path, beginning) = (nil, nil)
        case .failure(let error):
            (path, beginning) = (nil, nil)
            window.screens.documentChanged()
            let message = Message(error.message, error == .cancelled ? .normal : .error)
            // Otherwise an empty window would be left.
            if let other = window.application.windows.last(where: { $0 !== window }) {
                window.close()
                other.present()
                return other.show(message)
            }
            window.frame.messageLine.show(message)
        }
        window.refresh()
        window.application.showPreferencesNotice(in: window)
    }
}
