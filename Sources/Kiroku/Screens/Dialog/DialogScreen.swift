import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// The screen on which the user lays out the program's dialogs and tries them.
@MainActor
final class DialogScreen: Screen {
    let widget: AnyWidget
    let extras = ScreenExtras()
    weak var window: DocumentWindow?
    private(set) var draft = DialogDraft()
    private let controls = DialogControls()
    private let miniature = DialogMiniature()
    private let openButton = button(localized("_Open Dialog"))
    private let useButton: Button
    private let defaultButton: Button
    private let state = paragraph("", alignment: .center, isMuted: true)
    private var refusal = Refusal()
    /// The size of the window that the miniature shows.
    private var shownSize = (0, 0)

    init(in window: DocumentWindow) {
        self.window = window
        let content = column(spacing: 18)
        content.setMargins(horizontal: 12, vertical: 18)
        widget = AnyWidget(scrolled(clamp(content, width: 960)))
        useButton = button(localized("_Use for Kiroku’s Dialogs"))
        defaultButton = button(localized("_Reset"))
        content.append(sheetTitle(localized("Dialogs")))
        content.append(
            paragraph(
                localized(
                    "Set the size and position of the buttons in Kiroku’s dialogs. Select Open Dialog to preview them."
                ), width: 90))
        content.append(sideBySide([AnyWidget(controls.widget), AnyWidget(makeSide())], spacing: 24))
        connect()
        takePreferences()
    }

    func grabFocus() { controls.grabFocus() }

    func becameVisible() {
        show()
    }

    func preferencesChanged(_ change: PreferencesChange) {
        let keys = [PreferenceKeys.dialogSize, PreferenceKeys.dialogX, PreferenceKeys.dialogY]
        if keys.contains(where: { change.includes($0) }) || change.includes(PreferenceKeys.slideTime) {
            takePreferences()
        }
    }

    private func makeSide() -> Box {
        let side = column(spacing: 12)
        side.append(miniature.widget)
        side.append(state)
        for button in [openButton, useButton, defaultButton] { side.append(button) }
        return side
    }

    private func connect() {
        controls.onChange = { [weak self] draft in
            self?.draft = draft
            self?.refusal.clear()
            self?.show()
        }
        controls.onRefusal = { [weak self] in
            self?.refusal.remember()
            self?.window?.show(Message($0, .error))
        }
        openButton.onPress { [weak self] in self?.openDialog() }
        useButton.onPress { [weak self] in self?.use() }
        defaultButton.onPress { [weak self] in self?.goBackToDefault() }
        widget.onLayout { [weak self] in
            guard let self, let host = window?.sheetHost.widget, window?.screen === self,
                (host.width, host.height) != shownSize
            else { return }
            // GTK ignores changes during layout.
            MainLoop.whenIdle { [weak self] in self?.show() }
        }
    }

    /// Begins with the current look of Kiroku's dialogs.
    private func takePreferences() {
        guard let preferences = window?.application.preferences else { return }
        draft.look = preferences.dialogLook
        show()
    }

    private func show() {
        guard let window else { return }
        controls.show(draft)
        let host = window.sheetHost.widget
        shownSize = (host.width, host.height)
        miniature.show(draft, width: host.width, height: host.height)
        let isUsed = draft.look == window.application.preferences.dialogLook
        useButton.isSensitive = !isUsed
        // The button that is useful next stands out.
        let (next, other) = isUsed ? (openButton, useButton) : (useButton, openButton)
        next.addStyleClass("suggested-action")
        other.removeStyleClass("suggested-action")
        state.text =
            isUsed
            ? localized("Kiroku’s dialogs use these settings.")
            : localized("Kiroku’s dialogs do not use these settings yet.")
        defaultButton.isSensitive = draft != DialogDraft()
    }

    // MARK: What the buttons do

    private func openDialog() {
        guard let window, window.dialog == nil else { return }
        let name = localized("Test Dialog")
        let content = sheetContent(name)
        content.append(
            paragraph(
                localized(
                    "OK shows the message and keeps the dialog open, as when something is missing. Cancel closes it.")))
        let sheet = window.makeSheet(name: name, content: content, look: draft.look)
        sheet.setCaptions(
            cancel: draft.cancelCaption.isEmpty ? localized("_Cancel") : draft.cancelCaption,
            ok: draft.okCaption.isEmpty ? localized("_OK") : draft.okCaption)
        sheet.onOK = { [weak self, weak sheet] in sheet?.show(self?.draft.message) }
        window.hold(sheet)
        try? sheet.open()
    }

    private func use() {
        guard let window, !refusal.isNews else { return }
        window.application.preferences.set(draft.look)
        window.keepPreferences(saying: localized("Kiroku’s dialogs now use these settings."))
        show()
    }

    private func goBackToDefault() {
        draft = DialogDraft()
        show()
        controls.grabFocus()
    }
}
