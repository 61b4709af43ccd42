import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// Opening web and mail addresses that are in cells.
extension CardsScreen {
    /// Shows where each of the addresses leads, and opens the one that is chosen.
    func offer(_ addresses: [TextAddress]) {
        guard let window, window.dialog == nil, let first = addresses.first else { return }
        let isOnly = addresses.count == 1
        let question = QuestionSheet(
            over: window, isOnly ? localized("Open this address?") : localized("Open which of these addresses?"),
            text: localized("It opens in your web browser or mail program."), cancel: localized("_Cancel"),
            ok: localized("_Open"))
        let choice = comboBox(name: localized("Address"), choices: addresses.map { ShownText.short($0.uri) })
        choice.chosen = 0
        if !isOnly { question.append(choice) }
        // An address may be longer than the sheet is wide, and all of it must be visible.
        let whole = paragraph(first.uri)
        whole.breakWords()
        choice.onChange { whole.text = addresses[choice.chosen ?? 0].uri }
        question.append(whole)
        var chosen: TextAddress?
        question.onOK = { [weak question] in
            chosen = choice.chosen.flatMap { addresses.indices.contains($0) ? addresses[$0] : nil }
            question?.close()
        }
        window.hold(question) { [weak self] in
            if let chosen { self?.open(chosen) }
        }
        question.open()
    }

    private func open(_ address: TextAddress) {
        guard let window, !window.window.show(uri: address.uri) else { return }
        window.show(
            Message(localized("No program is installed that can open “{address}”.", ["address": address.uri]), .error))
    }
}
