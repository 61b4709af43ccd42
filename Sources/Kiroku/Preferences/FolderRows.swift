import GtkKit
import KirokuCore

/// A list of folders, which can be added and removed.
@MainActor
final class FolderRows {
    let widget = column(spacing: 6)
    private let list = column(spacing: 6)
    private let remove: @MainActor (String) -> Void
    private var shown: [String]?

    init(add: @escaping @MainActor () -> Void, remove: @escaping @MainActor (String) -> Void) {
        self.remove = remove
        widget.setMargins(horizontal: 12, vertical: 6)
        widget.append(
            paragraph(localized("Folders with pictures, in addition to your Pictures folder."), isMuted: true))
        widget.append(list)
        let button = GtkKit.button(localized("Add a Folder…"), pressed: add)
        button.setAlignedAcross(.start)
        widget.append(button)
        widget.showAll()
    }

    func show(_ paths: [String]) {
        guard paths != shown else { return }
        shown = paths
        list.removeAll()
        for path in paths {
            let row = GtkKit.row()
            let text = label(path)
            text.setTooltip(path)
            row.append(text, fills: true)
            row.append(
                iconButton("list-remove-symbolic", name: localized("Remove {folder}", ["folder": path])) {
                    [remove] in
                    // Not during the press: removing the folder destroys the button.
                    MainLoop.whenIdle { remove(path) }
                })
            list.append(row)
        }
        list.showAll()
    }
}

/// The folder for second copies of documents.
@MainActor
final class SecondCopyFolderRow {
    let widget = column(spacing: 6)
    private let folder = label("")
    private let remove: Button

    init(choose: @escaping @MainActor () -> Void, remove: @escaping @MainActor () -> Void) {
        self.remove = button(localized("_No Second Copies"), pressed: remove)
        widget.setMargins(horizontal: 12, vertical: 6)
        widget.append(paragraph(localized("Keep a second copy in")))
        widget.append(
            paragraph(
                localized(
                    "Keeps an up-to-date copy of each document in another folder, for example on a USB stick."),
                isMuted: true))
        widget.append(folder)
        let buttons = row()
        buttons.append(button(localized("C_hoose a Folder…"), pressed: choose))
        buttons.append(self.remove)
        widget.append(buttons)
        widget.showAll()
    }

    func show(_ place: SecondCopyFolder?) {
        folder.text = place?.folder ?? localized("No folder is chosen.")
        folder.setTooltip(place?.folder ?? "")
        remove.isSensitive = place != nil
    }
}
