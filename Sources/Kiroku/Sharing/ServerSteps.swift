import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A sheet for work with a server in two steps: connecting, and choosing what to do there.
@MainActor
final class ServerSteps {
    /// Called when the first step is done; the one that has everything for the last step sets ``place``.
    var onConnected: ((ServerView, ServerAddress) -> Void)?
    /// Called when the user confirms the choices.
    var onOK: (() -> Void)?
    /// Called when the user goes back to the first step.
    var onBack: (() -> Void)?
    /// Called when work is to be stopped.
    var onStop: (() -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Where the user is connected, in the last step; `nil` in the first one.
    var place: (view: ServerView, address: ServerAddress)? { didSet { showStep() } }
    /// Whether something is under way that was started with ``begin(_:)``.
    private(set) var isBusy = false

    let login: ServerLogin
    private let sheet: ModalSheet
    private let progress: ProgressRow
    private let choices: AnyWidget
    private let back = button(localized("_Another Server…"))
    private let ok: String

    /// - Parameters:
    ///   - window: the window that the sheet slides over.
    ///   - name: the name of the sheet.
    ///   - explanation: what the sheet does, in a sentence or two.
    ///   - progress: shows the progress.
    ///   - choices: the questions of the last step.
    ///   - ok: what OK does, in a word.
    ///   - address: what is known of the server already.
    init(
        over window: DocumentWindow, _ name: String, _ explanation: String, _ progress: ProgressRow,
        choices: some Widget, ok: String, _ address: ServerAddress? = nil
    ) {
        self.progress = progress
        self.choices = AnyWidget(choices)
        self.ok = ok
        login = ServerLogin(address, progress)
        let content = sheetContent(name)
        content.append(paragraph(explanation))
        content.append(progress.widget)
        content.append(login.form.widget)
        content.append(choices)
        back.setAlignedAcross(.start)
        content.append(back)
        sheet = window.makeSheet(name: name, content: content)
        sheet.onOK = { [weak self] in self?.proceed() }
        sheet.onCancel = { [weak self] in self?.stop() }
        sheet.onClosed = { [weak self] in
            self?.stop()
            self?.onClosed?()
        }
        progress.onCancel = { [weak self] in self?.stop() }
        login.onMessage = { [weak self] in self?.sheet.show($0) }
        login.onConnected = { [weak self] in
            self?.onConnected?($0, $1)
            if let complaint = $2 { self?.sheet.show(complaint) }
        }
        back.onPress { [weak self] in self?.goBack() }
        for step in [self.choices, AnyWidget(back)] { step.setShownExplicitly() }
        showStep()
    }

    var isOpen: Bool { sheet.isOpen }

    func open() {
        try? sheet.open()
        login.form.grabFocus()
    }

    func close() {
        if sheet.isOpen { try? sheet.close() }
    }

    /// Shows that work is under way, during which nothing is asked.
    func begin(_ text: String) {
        isBusy = true
        sheet.show(nil)
        progress.begin(text)
        setAsking(false)
    }

    /// Shows that the work has ended.
    func end() {
        isBusy = false
        progress.end()
        setAsking(true)
    }

    func show(_ message: Message?) { sheet.show(message) }

    /// Shows why something could not be done, and anything else to add.
    func show(_ error: SyncError, _ more: String? = nil) {
        guard sheet.isOpen else { return }
        let text = localizedSentences([error.message, more].compactMap(\.self))
        sheet.show(Message(text, error == .server(.cancelled) ? .normal : .error))
    }

    func focusOK() { sheet.focusOK() }

    private func proceed() {
        if place == nil { login.connect() } else { onOK?() }
    }

    private func stop() {
        login.cancel()
        onStop?()
    }

    private func goBack() {
        guard !isBusy else { return }
        onBack?()
        sheet.show(nil)
        place = nil
        login.form.grabFocus()
    }

    private func showStep() {
        let isLast = place != nil
        login.form.widget.isVisible = !isLast
        choices.isVisible = isLast
        back.isVisible = isLast
        sheet.setCaptions(cancel: localized("_Cancel"), ok: isLast ? ok : localized("Co_nnect…"))
    }

    private func setAsking(_ asks: Bool) {
        for step in [AnyWidget(login.form.widget), choices, AnyWidget(back)] { step.isSensitive = asks }
    }
}
