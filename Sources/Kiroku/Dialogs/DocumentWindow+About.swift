import GtkKit
import KirokuCommands
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Shows the program's name, version, authors and translators.
    func showAbout() {
        guard sheetHost.openSheet == nil else { return }
        let content = column(spacing: 12)
        content.setMargins(vertical: 24)
        content.append(aboutHeading())
        let texts = [
            localized("Record cards: tables of records with typed fields."),
            localized("Every edit is saved as it is made, in a file that other programs can read."),
            localized("Free software under the MIT license. Copyright © 2026 The Kiroku authors."),
        ]
        for text in texts { content.append(paragraph(text)) }
        if let translators = Self.translators {
            content.append(paragraph(localized("Translated by {names}", ["names": translators])))
        }
        let link = linkButton(localized("Website of Kiroku"), address: "https://github.com/kiroku/kiroku")
        link.setAlignedAcross(.start)
        content.append(link)
        let sheet = makeSheet(name: localized("About Kiroku"), content: content)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_OK"))
        sheet.onlyTells = true
        sheet.onOK = { [weak sheet] in try? sheet?.close() }
        try? sheet.open()
    }

    private func aboutHeading() -> Box {
        let title = sheetTitle(localized("Kiroku"))
        let lines = column(spacing: 3)
        lines.append(title)
        lines.append(label(localized("Version {number}", ["number": Version.current])))
        lines.setCenteredUpright()
        let heading = row(spacing: 12)
        heading.append(largeIcon(KirokuApplication.id, size: 64))
        heading.append(lines)
        return heading
    }

    /// The translators; `nil` if the texts are not translated.
    private static var translators: String? {
        // Translators: your names, as they are to be shown.
        let names = localized("translator-credits")
        return names == "translator-credits" ? nil : names
    }
}
