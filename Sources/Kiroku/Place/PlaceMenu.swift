import GtkKit
import KirokuCore

/// The button beside the title that shows where the document is, and offers what can be done with its file.
@MainActor
final class PlaceMenu {
    let button: PopoverButton
    /// The file's name and its folder.
    private var place = (name: "", folder: "")
    private var lines: (name: Label, folder: Label)?

    init() {
        button = popoverButton(
            "pan-down-symbolic", name: localized("Document"), tooltip: localized("The document’s file"))
        button.addStyleClass("flat")
        button.setContent { [weak self] in self?.makeContent() ?? AnyWidget(column()) }
    }

    private func makeContent() -> AnyWidget {
        let content = column()
        content.setMargins(horizontal: 6, vertical: 6)
        let (name, folder) = (label(place.name, alignment: .start), label(place.folder, alignment: .start))
        name.addStyleClass("heading")
        folder.addStyleClass("dim-label")
        for line in [name, folder] {
            line.setMargins(horizontal: 12, vertical: 3)
            content.append(line)
        }
        lines = (name, folder)
        for (caption, command) in Self.commands {
            let line = GtkKit.button(caption, action: command.action)
            line.addStyleClass("flat")
            line.alignCaptionAtStart()
            line.onPress { [button] in button.close() }
            content.append(line)
        }
        content.showAll()
        return AnyWidget(content)
    }

    /// What can be done with the file; also in the window's menu, as there may be no room for the button.
    static var commands: [(String, Command)] {
        [
            (localized("_Rename…"), .rename), (localized("_Move…"), .move), (localized("Save a _Copy…"), .saveCopy),
            (localized("_Show in Files"), .showInFiles),
        ]
    }

    /// Shows where the document is; without a path, the button is hidden.
    func show(_ path: String?, home: String) {
        button.isVisible = path != nil
        place = path.map { (FilePath.name(of: $0), FilePath.shownFolder(of: $0, home: home)) } ?? ("", "")
        lines?.name.text = place.name
        lines?.folder.text = place.folder
    }
}
