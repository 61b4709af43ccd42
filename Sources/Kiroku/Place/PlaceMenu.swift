import GtkKit
import KirokuCore

/// The button beside the title that says where the document is, and offers what can be done with its file.
@MainActor
final class PlaceMenu {
    let button: PopoverButton
    private let name = label(alignment: .start)
    private let folder = label(alignment: .start)

    init() {
        let content = column()
        content.setMargins(horizontal: 6, vertical: 6)
        name.addStyleClass("heading")
        folder.addStyleClass("dim-label")
        for line in [name, folder] {
            line.setMargins(horizontal: 12, vertical: 3)
            content.append(line)
        }
        button = popoverButton(
            "pan-down-symbolic", name: localized("Document"), tooltip: localized("The document’s file"),
            content: content)
        button.addStyleClass("flat")
        for (caption, command) in Self.commands {
            let line = GtkKit.button(caption, action: command.action)
            line.addStyleClass("flat")
            line.alignCaptionAtStart()
            line.onPress { [button] in button.close() }
            content.append(line)
        }
        content.showAll()
    }

    /// What can be done with the file; in the window's menu, too, as the button needs room.
    static var commands: [(String, Command)] {
        [
            (localized("_Rename…"), .rename), (localized("_Move…"), .move), (localized("Save a _Copy…"), .saveCopy),
            (localized("_Show in Files"), .showInFiles),
        ]
    }

    /// Says where the document is; without a path, the button is hidden.
    func show(_ path: String?, home: String) {
        button.isVisible = path != nil
        name.text = path.map { FilePath.name(of: $0) } ?? ""
        folder.text = path.map { FilePath.shownFolder(of: $0, home: home) } ?? ""
    }
}
