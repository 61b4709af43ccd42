import GtkKit
import KirokuCore

extension DocumentWindow {
    /// Says what the program is.
    func showAbout() {
        guard sheetHost.openSheet == nil else { return }
        let content = column(spacing: 12)
        content.setMargins(horizontal: 24, vertical: 24)
        let title = heading(localized("Kiroku"))
        title.addStyleClass("kiroku-title")
        content.append(title)
        let texts = [
            localized("Record cards: tables of records with fields of a type each."),
            localized("Every edit is saved as it is made, in a file that other programs can read."),
            localized("Free software under the MIT licence. Copyright © 2026 The Kiroku authors."),
        ]
        for text in texts { content.append(paragraph(text)) }
        let sheet = makeSheet(name: localized("About Kiroku"), content: clamp(content, width: 720))
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_OK"))
        sheet.onOK = { [weak sheet] in try? sheet?.close() }
        try? sheet.open()
    }
}
