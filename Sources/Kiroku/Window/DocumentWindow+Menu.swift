import GtkKit
import KirokuCore

extension DocumentWindow {
    /// The window's menu; it has submenus, so that it fits a small screen.
    func menu() -> Menu {
        Menu([
            [
                MenuItem(localized("_New document…"), action: Command.newDocument.action),
                MenuItem(localized("Ne_w from clipboard…"), action: Command.newFromClipboard.action),
                MenuItem(localized("_Backups…"), action: Command.backups.action),
            ],
            [
                MenuItem(localized("_Find"), [finding]),
                MenuItem(localized("_View"), [screenItems, panes]),
                MenuItem(localized("Pict_ures"), [pictures]),
                MenuItem(localized("_Fields…"), action: Command.showFields.action),
                MenuItem(localized("_Delete records"), action: Command.deleteRecords.action),
                MenuItem(localized("_Copy table"), action: Command.copyTable.action),
            ],
            [
                MenuItem(localized("_Import…"), action: Command.importText.action),
                MenuItem(localized("_Export…"), action: Command.export.action),
                MenuItem(localized("_Print…"), action: Command.print.action),
            ],
            [
                MenuItem(localized("_Preferences"), action: Command.preferences.action),
                MenuItem(localized("_Keyboard shortcuts"), action: Command.shortcuts.action),
                MenuItem(localized("_Help"), action: Command.help.action),
                MenuItem(localized("_About Kiroku"), action: Command.about.action),
                MenuItem(localized("_Quit"), action: "app.quit"),
            ],
        ])
    }

    private var finding: [MenuItem] {
        [
            MenuItem(localized("_Find…"), action: Command.find.action),
            MenuItem(localized("R_eplace…"), action: Command.replace.action),
            MenuItem(localized("_List records to fix"), action: Command.findToFix.action),
            MenuItem(localized("_Next cell to fix"), action: Command.nextToFix.action),
        ]
    }

    private var screenItems: [MenuItem] {
        ScreenKind.allCases.map { MenuItem($0.title, action: $0.action) }
    }

    private var panes: [MenuItem] {
        [
            MenuItem(localized("_Card of the record"), action: Command.showCard.action),
            MenuItem(localized("_Summary of the field"), action: Command.showSummary.action),
        ]
    }

    private var pictures: [MenuItem] {
        [
            MenuItem(localized("Choose p_icture…"), action: Command.choosePicture.action),
            MenuItem(localized("Remove pict_ure"), action: Command.removePicture.action),
        ]
    }
}
