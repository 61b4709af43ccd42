import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// Sharing the document through a server, and ending that.
extension DocumentWindow {
    /// Why the document cannot be put on a server; for a read-only document, the sheet shows why.
    var sharingDisabledReason: DisabledReason? {
        if opening.isRunning { return .opening }
        if remoteRows != nil { return .shared }
        guard let shown else { return .noDocument }
        if shown.path == nil { return .keptNowhere }
        return shown.sharing != nil ? .shared : fileWork.isRunning ? .copying : nil
    }

    /// Starts to keep the document in sync with its server, if it is shared.
    func startSync() {
        shown?.startSync(leaseFolder: application.links.sharingFolder) { [weak self] in self?.showSharing() }
        sendPosition()
    }

    /// Tries at once to reach the server, after something that prevented it has changed.
    func restartSync(_ session: DocumentSession) {
        session.restartSync(leaseFolder: application.links.sharingFolder) { [weak self] in
            self?.showSharing()
        } onStart: { [weak self] in
            self?.sendPosition()
        }
    }

    /// Shows the state of the document's sharing.
    private func showSharing() {
        // The connection may end after the window.
        guard !isGone else { return }
        refresh()
        showNotice()
        askToConnectOnce()
    }

    /// Shows once why not everything that others do may be noticed; the title keeps showing it in short.
    func showNotice() {
        guard let shown, let sharing = shown.sharing else { return }
        if let notice = sharing.notice, shown.shownNotice != notice.cause { shown.pendingNotice = notice }
        // If a copy has yet to ask whether it may connect, it gets its name before that question; the notice is shown
        // after it, once the keyboard focus is back in the table, for which the message line is cleared.
        guard let notice = shown.pendingNotice,
            notice.cause != .isCopy || sharing.connection == .online && dialog == nil
        else { return }
        shown.pendingNotice = nil
        shown.shownNotice = notice.cause
        show(Message(notice.text, .caution))
    }

    /// Shows the others who share the document where the cursor is.
    func sendPosition() {
        guard let shown, shown.isShared else { return }
        shown.setPosition(cards.grid?.place)
    }

    /// Shows the others who have the document open.
    func showPeople() {
        let people = shown?.sharing?.people ?? []
        frame.people.show(people)
        cards.grid?.people = people
    }

    /// Asks for a server, and puts the document there.
    func shareDocument() {
        guard dialog == nil, let shown, sharingDisabledReason == nil else { return }
        screen?.commitEditing()
        let sheet = ShareSheet(over: self, shown)
        sheet.onShared = { [weak self] table in
            guard self?.shown === shown else { return }
            shown.isShared = true
            self?.startSync()
            self?.refresh()
            self?.show(
                Message(
                    localized(
                        "The document is now shared. Others can open the table “{table}” with “Open from a Server…”.",
                        ["table": ShownText.short(table)]), .ok))
        }
        hold(sheet)
        sheet.open()
    }

    /// Asks for a server and a table, and opens a copy of it, or looks at it there.
    ///
    /// - Parameters:
    ///   - address: what is known already.
    ///   - way: the proposal for what is kept here; `nil` for what is usual for the table.
    ///   - condition: which records are in a part that is kept, as text.
    ///   - caution: the warning before it connects to an address that did not come from the user.
    func openFromServer(
        _ address: ServerAddress? = nil, keeping way: JoinWay? = nil, where condition: String = "",
        caution: Message? = nil
    ) {
        guard dialog == nil else { return }
        screen?.commitEditing()
        let sheet = JoinSheet(over: self, address, keeping: way, where: condition, caution: caution)
        sheet.findCopy = { [weak application] in await application?.copy(of: $0, isWhole: true) }
        sheet.onMade = { [weak self] in self?.application.open([$0]) }
        sheet.onBrowse = { [weak self] rows in
            guard let self else { return }
            if isVacant { show(rows) } else { application.show(rows) }
        }
        hold(sheet)
        sheet.open()
    }

    /// Asks for the password of the document's server, and continues with it.
    func askForPassword() {
        guard dialog == nil, let shown, let path = shown.path else { return }
        screen?.commitEditing()
        Task { [weak self] in
            guard let address = await SharedDocuments.shown(path)?.server, let self, dialog == nil else { return }
            let sheet = PasswordSheet(over: self, address)
            var complaint: Message?
            sheet.onConnected = { [weak self] in
                complaint = $0
                self?.restartSync(shown)
            }
            hold(sheet) { [weak self] in
                // Now that the keys are back in the table, for which the message line is cleared.
                if let complaint { self?.show(complaint) }
            }
            sheet.open()
        }
    }

    /// Asks whether to make the document one of its own again.
    func keepHere() {
        guard dialog == nil, let shown, let sharing = shown.sharing else { return }
        screen?.commitEditing()
        let question = KeepHereQuestion(shown.document, waiting: sharing.waiting, over: self)
        question.onEnd = { [weak self] in self?.endSharing(shown) }
        hold(question)
        question.open()
    }

    private func endSharing(_ session: DocumentSession) {
        application.untilDone { [weak self] in
            do throws(SyncError) {
                try await session.endSharing()
                self?.show(
                    Message(localized("The document is no longer shared. It exists only on this computer now."), .ok))
            } catch {
                if self?.shown === session { self?.startSync() }
                self?.show(Message(error.message, .error))
            }
            self?.refresh()
        }
    }
}

extension KirokuApplication {
    /// The existing copy here of a table on a server, among the documents that are or were in windows.
    ///
    /// - Parameter isWhole: whether one that has only a part of the table does not count.
    func copy(of address: ServerAddress, isWhole: Bool = false) async -> String? {
        let known = windowMemory.memory.places.map(\.document).reversed()
        return await SharedDocuments.copy(of: address, among: windows.compactMap(\.path) + known, isWhole: isWhole)
    }

    /// Opens a table on a server: its existing copy here, or else the sheet that makes one if the user wants that.
    ///
    /// - Parameter text: the address, which the command line has checked; another program may send anything.
    func open(address text: String) {
        untilDone { [weak self] in
            let address = try? ServerAddress(fromOutside: text)
            if let address, let path = await self?.copy(of: address) {
                self?.open([path])
                return
            }
            guard let self else { return }
            let window = windows.last { $0.dialog == nil } ?? makeWindow(for: "")
            window.present()
            if let address {
                window.openFromServer(address, caution: Self.caution(of: text))
            } else {
                window.show(Message(ServerError.notAnAddress.message, .error))
            }
        }
    }

    /// The warning before connecting to an address that any program may have sent.
    private static func caution(of text: String) -> Message {
        let unused = (try? ServerAddress(text).unusedParameters) ?? []
        let sentence = localized(
            "This address came from the command line or another program. Connect only if you trust the server."
        )
        guard !unused.isEmpty else { return Message(sentence, .caution) }
        let names = unused.map { ShownText.short($0) }.joined(separator: ", ")
        let more = localized(
            "{names} is not used. To use it, enter the complete address as the server.",
            "{names} are not used. To use them, enter the complete address as the server.", count: unused.count,
            ["names": names])
        return Message(localizedSentences([sentence, more]), .caution)
    }
}
