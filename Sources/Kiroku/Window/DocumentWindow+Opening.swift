import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Opens a file in this window, which must be vacant.
    ///
    /// - Parameters:
    ///   - path: the file, under any of its names.
    ///   - options: how a text is read.
    ///   - isComingBack: whether it was open when the program ended last, and the user has not asked for it since.
    ///   - isAgain: whether a text is made another document of, without a question about an earlier one.
    ///   - text: a text to import into the document when it is open.
    ///   - news: the message to show when it is open.
    func open(
        _ path: String, options: SeparatedText.ReadingOptions = .init(), isComingBack: Bool = false,
        isAgain: Bool = false, importing text: String? = nil, news: Message? = nil
    ) {
        openingPath = path
        screens.show(.cards)
        showOpening(path)
        frame.messageLine.show(nil)
        openingCount += 1
        let opening = openingCount
        let links = application.links
        let opener = DocumentOpener(
            folder: links.documents,
            sample: ShippedSample(
                path: links.sample, pictures: links.samplePictures, folder: links.ownFolder, languages: languageNames))
        let progress = ProgressRelay { [weak self] fraction in self?.cards.openingFraction = fraction }
        let showBeginning: @Sendable (PartialDocument) -> Void = { [weak self] beginning in
            Task { @MainActor in self?.show(beginning, ofOpening: opening) }
        }
        task = Task { [weak self] in
            let path = await BlockingIO.run { CanonicalPath.of(path) }
            guard self?.takePath(path, ofOpening: opening) == true else { return }
            let made = await isAgain ? nil : self?.application.madeDocuments.document(madeFrom: path)
            if let made, self?.isAsked(about: made, of: path, ofOpening: opening) == true { return }
            let place = self?.placeInTable(of: path)?.sight
            let result: Result<DocumentOpener.Result, StorageError>
            do throws(StorageError) {
                result = .success(
                    try await opener.open(path, around: place, options: options, beginning: showBeginning) {
                        progress.report($0)
                    })
            } catch {
                result = .failure(error)
            }
            guard let self, opening == openingCount else {
                // The document is no longer wanted.
                await (try? result.get())?.store.close()
                return
            }
            if isComingBack, case .failure(.notFound) = result {
                task = nil
                return application.isMissing(in: self)
            }
            finishOpening(result)
            if let news, shown != nil { show(news) }
            if let text { showImport(of: text) }
        }
        refresh()
        window.present()
        MainLoop.whenIdle { [weak self] in self?.cards.prepareGrid() }
    }

    /// Notes the canonical path of the file; returns `false` if the file is no longer wanted, or is in another window.
    ///
    /// That window then comes to the front, and this one closes.
    private func takePath(_ path: String, ofOpening opening: Int) -> Bool {
        guard opening == openingCount else { return false }
        guard let other = application.window(showing: path, besides: self) else {
            openingPath = path
            return true
        }
        task = nil
        openingPath = nil
        close()
        other.present()
        return false
    }

    /// Asks about the document that was made from a text earlier, instead of opening the text.
    ///
    /// Returns `false` if the text is no longer wanted, or something else is asked.
    private func isAsked(about made: MadeDocuments.Found, of text: String, ofOpening opening: Int) -> Bool {
        guard opening == openingCount, task?.isCancelled == false, dialog == nil else { return false }
        task = nil
        cards.opening.end()
        ask(about: made, of: text)
        refresh()
        return true
    }

    /// Leaves the window as it is where nothing could be opened, or was wanted after all.
    func giveUpOpening() { finishOpening(.failure(.cancelled)) }

    /// Cancels the opening of a document when the window closes.
    ///
    /// The program keeps running until what is half made is removed, but not for a disk that does not answer.
    func endOpening() {
        guard let task else { return }
        task.cancel()
        application.untilDone {
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
    private func cancelOpening() {
        task?.cancel()
        let opening = openingCount
        Task { [weak self] in
            try? await AppClock.shared.sleep(for: .milliseconds(500))
            guard let self, task != nil, opening == openingCount else { return }
            openingCount += 1
            finishOpening(.failure(.cancelled))
        }
    }

    /// Shows on the first screen that a file is being opened.
    func showOpening(_ path: String) {
        cards.opening.fraction = 0
        cards.opening.begin(openingText(path))
        cards.opening.onCancel = { [weak self] in self?.cancelOpening() }
    }

    /// Shows some records while the others are loaded, if they are what will be in sight when all are loaded.
    private func show(_ beginning: PartialDocument, ofOpening opening: Int) {
        guard opening == openingCount, task != nil, shown == nil, let path else { return }
        let place = placeInTable(of: path)
        guard beginning.holds(place) else { return }
        let document = Document(title: DocumentName.title(of: path), beginning: beginning)
        loading = document
        prepareLoading(document)
        // Making the grid, laying it out and drawing it each take long, so they are not done in one go.
        MainLoop.whenIdle { [weak self] in
            guard let self, loading === document else { return }
            cards.showLoading()
            refresh()
            cards.widget.layOutWindow()
            if let place { cards.loadingGrid?.restore(place) }
            screen?.grabFocus()
            cards.loadingGrid?.measureWhenDrawn("first records")
        }
    }

    /// Makes the grid of the records loaded so far, with the progress of the others.
    private func prepareLoading(_ document: Document) {
        cards.prepareLoading(document, openingText(path ?? "")) { [weak self] in self?.cancelOpening() }
    }

    /// Shows the records loaded so far, with the progress of the others.
    func showLoading(_ document: Document) {
        prepareLoading(document)
        cards.showLoading()
    }

    private func openingText(_ path: String) -> String {
        path == application.links.sample
            ? localized("Opening the sample…") : localized("Opening {file}…", ["file": FilePath.name(of: path)])
    }

    private func finishOpening(_ result: Result<DocumentOpener.Result, StorageError>) {
        task = nil
        cards.opening.end()
        switch result {
        case .success(let result):
            show(result)
        case .failure(let error):
            openingPath = nil
            loading = nil
            screens.documentChanged()
            let message = Message(error.message, error == .cancelled ? .normal : .error)
            // An empty window would be left.
            if let other = application.windows.last(where: { $0 !== self }) {
                close()
                other.present()
                return other.show(message)
            }
            frame.messageLine.show(message)
        }
        refresh()
        application.showPreferencesNotice(in: self)
    }

    private func showBackupFailure(_ error: StorageError) {
        let text = localized("The backup failed. Kiroku will try again in a minute.")
        show(Message(localizedSentences([error.message, text]), .caution))
    }

    private func show(_ result: DocumentOpener.Result) {
        let isInSight = cards.showsLoading
        let shown = DocumentSession(
            result, loading: loading, backupFolder: application.links.backupFolder,
            decoder: application.pictures.decoder
        ) { [weak self] event in
            self?.handle(event)
        }
        loading = nil
        shown.onBackupFailure = { [weak self] in self?.showBackupFailure($0) }
        shown.makeBackups(by: application.preferences.backupPolicy)
        shown.keepRunning = { [weak application] in application?.untilDone($0) }
        self.shown = shown
        openingPath = nil
        lastExchangeFolder = application.windowMemory.memory.place(of: result.path)?.exchangeFolder
        keepSecondCopy()
        screens.documentChanged()
        startSync()
        if isInSight {
            // The message line may still say that the document is being opened.
            show(nil)
        } else {
            screen?.grabFocus()
            takePosition()
        }
        cards.grid?.measureWhenDrawn("all records")
        if let text = result.imported {
            RecentDocuments.add(text.path)
            application.rememberMade(result.path, from: text.path)
        }
        if result.isSample { application.windowMemory.memory.sample = result.path }
        application.remember(result.path)
        showOpeningNotices(result)
        if result.imported == nil, !result.isSample { inspectUnknown(result.path) }
    }

    /// Looks through a document that no window on this machine has had, as far as is remembered: it may come from anywhere.
    private func inspectUnknown(_ path: String) {
        guard application.windowMemory.memory.place(of: path) == nil else { return }
        Task { [weak self] in
            do throws(StorageError) {
                try await DocumentStores.checkStructure(of: path)
            } catch {
                guard error.isDamage, let self, self.path == path else { return }
                frame.messageLine.show(Message(error.message, .error))
            }
        }
    }

    private func showOpeningNotices(_ result: DocumentOpener.Result) {
        if let notice = result.contents.repairNotice { frame.messageLine.show(Message(notice, .caution)) }
        if !result.store.capabilities.contains(.watching) {
            news.announce(
                Message(
                    localized(
                        "Changes by others appear when you edit this document or return to this window."
                    )))
        }
        imported = result.imported
        refresh()
        guard let imported else { return }
        let news = localized(
            "Imported {count} record from {file}.", "Imported {count} records from {file}.", count: imported.records,
            ["file": FilePath.name(of: imported.path)])
        let notices = imported.notices.map { notice in
            guard case .guessedEncoding = notice.kind else { return notice.message }
            return localizedSentences([notice.message, localized("To choose another encoding, use Import….")])
        }
        let numbers = imported.numberNotes.map(\.message)
        let lines =
            [news] + notices + numbers + [imported.firstLine?.message, imported.total?.message].compactMap(\.self)
        let kind = notices.isEmpty && numbers.isEmpty ? MessageKind.ok : .caution
        // The buttons beside it are about it.
        frame.messageLine.show(Message(localizedSentences(lines), kind, stays: !textRevisions.isEmpty))
    }

    /// The other ways to read the text that the document has just been made from; none once the document has been
    /// edited.
    var textRevisions: [TextRevision] {
        guard let document = shown?.document, !document.isReadOnly, document.undoTitle == nil else { return [] }
        return document.redoTitle == nil ? imported?.revisions ?? [] : []
    }

    /// Makes the document again from its text, read in another way.
    ///
    /// If the text can no longer be read, the document stays as it is.
    func revise(_ revision: TextRevision) {
        guard textRevisions.contains(revision), let imported, isIdle else { return }
        let path = imported.path
        var options = imported.options
        revision.apply(to: &options)
        task = Task { [weak self, options] in
            var problem: StorageError?
            do throws(StorageError) {
                _ = try await TableFile.preview(path: path, count: 1, options: options)
            } catch {
                problem = error
            }
            guard let self else { return }
            task = nil
            if let problem {
                show(Message(problem.message, .error))
            } else if textRevisions.contains(revision), isIdle {
                makeAgain(from: path, options)
            }
            refresh()
        }
        refresh()
    }

    private func makeAgain(from path: String, _ options: SeparatedText.ReadingOptions) {
        guard let shown else { return }
        imported = nil
        self.shown = nil
        screens.documentChanged()
        task = Task { [weak self] in
            await shown.discard()
            guard let self else { return }
            task = nil
            open(path, options: options, isAgain: true)
        }
    }

    private var isIdle: Bool { task == nil && dialog == nil && closing == .no && !isCopying }
}
