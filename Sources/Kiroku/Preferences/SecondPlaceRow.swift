import GtkKit
import KirokuCore

/// The folder that documents have second copies in.
@MainActor
final class SecondPlaceRow {
    let widget = column(spacing: 6)
    private let folder = label("")
    private let remove: Button

    init(choose: @escaping @MainActor () -> Void, remove: @escaping @MainActor () -> Void) {
        self.remove = button(localized("_Keep none"), pressed: remove)
        widget.setMargins(horizontal: 12, vertical: 6)
        widget.append(paragraph(localized("Keep a second copy in")))
        widget.append(
            paragraph(
                localized(
                    "A folder, on a stick perhaps, in which each document has a copy that follows when it is saved."),
                isMuted: true))
        widget.append(folder)
        let buttons = row()
        buttons.append(button(localized("C_hoose a folder…"), pressed: choose))
        buttons.append(self.remove)
        widget.append(buttons)
        widget.showAll()
    }

    func show(_ place: SecondPlace?) {
        folder.text = place?.folder ?? localized("No folder is chosen.")
        folder.setTooltip(place?.folder ?? "")
        remove.isSensitive = place != nil
    }
}
