import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// What can be set for a dialog, each with its control.
@MainActor
final class DialogControls {
    let widget = column(spacing: 12)
    /// Called with the new draft when the user changes something.
    var onChange: ((DialogDraft) -> Void)?
    /// Called with a description of what can be typed, when something else was typed; nothing has changed.
    var onRefusal: ((String) -> Void)?
    private let size = StepControl(
        localized("Button size"), SheetButtonSize.self, ends: (localized("Tiny"), localized("Huge")),
        DialogFigures.text)
    private let x = StepControl(
        localized("X position"), SheetXPosition.self, ends: (localized("Close Together"), localized("Far Apart")),
        DialogFigures.text)
    private let y = StepControl(
        localized("Y position"), SheetYPosition.self, ends: (localized("High"), localized("Low")), DialogFigures.text)
    private let slideTime = spinButton(
        name: localized("Animation duration"), range: SlideTime.range, step: 0.1, decimals: 1)
    private let cancelCaption = entry(name: localized("Cancel button label"))
    private let okCaption = entry(name: localized("OK button label"))
    private let messageKind = comboBox(
        name: localized("Type of message"), choices: MessageKind.allCases.map(\.title))
    private let messageText = entry(name: localized("Message"))
    private let messagePasses = toggleSwitch(name: localized("The message disappears after 5 seconds"))
    private var draft = DialogDraft()
    private var isShowing = false

    init() {
        widget.append(heading(localized("Buttons")))
        for control in [size.widget, x.widget, y.widget] { widget.append(control) }
        addRow(localized("Animation duration"), note: localized("In seconds"), slideTime)
        widget.append(heading(localized("Button labels")))
        addRow(
            localized("Cancel button label"), note: localized("An underscore marks the letter to press with Alt."),
            cancelCaption)
        addRow(localized("OK button label"), note: nil, okCaption)
        widget.append(heading(localized("Message")))
        addRow(localized("Message"), note: nil, messageText)
        addRow(localized("Type of message"), note: nil, messageKind)
        addRow(localized("The message disappears after 5 seconds"), note: nil, messagePasses)
        connect()
    }

    func grabFocus() { size.scale.grabFocus() }

    func show(_ draft: DialogDraft) {
        isShowing = true
        defer { isShowing = false }
        self.draft = draft
        size.step = draft.look.layout.size
        x.step = draft.look.layout.x
        y.step = draft.look.layout.y
        slideTime.value = draft.look.slideTime.seconds
        // Setting the text would move the cursor of the entry that is being typed into.
        for (entry, text) in [
            (cancelCaption, draft.cancelCaption), (okCaption, draft.okCaption), (messageText, draft.messageText),
        ] where entry.text != text { entry.text = text }
        messageKind.chosen = MessageKind.allCases.firstIndex(of: draft.messageKind)
        messagePasses.isOn = draft.messagePasses
    }

    private func addRow(_ title: String, note: String?, _ control: some Widget) {
        let line = row(spacing: 12)
        let texts = column()
        texts.setCenteredUpright()
        texts.append(paragraph(title, width: 24))
        if let note { texts.append(paragraph(note, isMuted: true, width: 24)) }
        line.append(texts, fills: true)
        control.setCenteredUpright()
        line.append(control)
        widget.append(line)
    }

    private func connect() {
        size.onChange = { [weak self] step in self?.change { $0.look.layout.size = step } }
        x.onChange = { [weak self] step in self?.change { $0.look.layout.x = step } }
        y.onChange = { [weak self] step in self?.change { $0.look.layout.y = step } }
        slideTime.onChange { [weak self, slideTime] in
            guard let time = try? SlideTime(seconds: (slideTime.value * 10).rounded() / 10) else { return }
            self?.change { $0.look.slideTime = time }
        }
        slideTime.onRefusal { [weak self] in self?.onRefusal?(SlideTime.rangeText) }
        cancelCaption.onChange { [weak self, cancelCaption] in
            self?.change { $0.cancelCaption = cancelCaption.text }
        }
        okCaption.onChange { [weak self, okCaption] in self?.change { $0.okCaption = okCaption.text } }
        messageText.onChange { [weak self, messageText] in self?.change { $0.messageText = messageText.text } }
        messageKind.onChange { [weak self, messageKind] in
            guard let kind = messageKind.chosen else { return }
            self?.change { $0.messageKind = MessageKind.allCases[kind] }
        }
        messagePasses.onChange { [weak self, messagePasses] in
            self?.change { $0.messagePasses = messagePasses.isOn }
        }
    }

    private func change(_ body: (inout DialogDraft) -> Void) {
        guard !isShowing else { return }
        let before = draft
        body(&draft)
        if draft != before { onChange?(draft) }
    }
}
