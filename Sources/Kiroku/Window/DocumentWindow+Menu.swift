import GtkKit
import KirokuCore

extension DocumentWindow {
    /// The window's menu; it has submenus, so that it fits a small screen.
    func menu() -> Menu {
        Menu([
            [
                MenuItem(localized("_New Document…"), action: Command.newDocument.action),
                MenuItem(localized("Ne_w From Clipboard…"), action: Command.newFromClipboard.action),
                MenuItem(localized("D_ocument"), [place]),
                MenuItem(localized("_Sharing"), [sharing]),
                MenuItem(localized("_Backups…"), action: Command.backups.action),
                MenuItem(localized("Co_mpare With…"), action: Command.compare.action),
            ],
            [
                MenuItem(localized("_Find"), [finding]),
                MenuItem(localized("_View"), [screenItems, panes, [rowHeight]]),
                MenuItem(localized("Pict_ures"), [pictures]),
                MenuItem(localized("_Fields…"), action: Command.showFields.action),
                MenuItem(localized("_Records"), [records]),
                MenuItem(localized("_Copy Table"), action: Command.copyTable.action),
            ],
            [
                MenuItem(localized("_Import…"), action: Command.importText.action),
                MenuItem(localized("_Export…"), action: Command.export.action),
                MenuItem(localized("_Print…"), action: Command.print.action),
            ],
            [
                MenuItem(localized("_Preferences"), action: Command.preferences.action),
                MenuItem(localized("_Keyboard Shortcuts"), action: Command.shortcuts.action),
                MenuItem(localized("_Help"), action: Command.help.action),
                MenuItem(localized("_About Kiroku"), action: Command.about.action),
                MenuItem(localized("_Quit"), action: "app.quit"),
            ],
        ])
    }

    private var place: [MenuItem] {
        PlaceMenu.commands.map { MenuItem($0, action: $1.action) }
    }

    private var sharing: [MenuItem] {
        [
            MenuItem(localized("_Open from a Server…"), action: Command.openFromServer.action),
            MenuItem(localized("_Share This Document…"), action: Command.share.action),
            MenuItem(localized("_Connection…"), action: Command.connection.action),
            MenuItem(localized("_Keep a Copy Here…"), action: Command.keepHere.action),
            MenuItem(localized("Keep a _Part Here…"), action: Command.keepPart.action),
            MenuItem(localized("_Reload"), action: Command.reload.action),
        ]
    }

    private var records: [MenuItem] {
        [
            MenuItem(localized("_New Record"), action: Command.addRecord.action),
            MenuItem(localized("Insert Abo_ve"), action: Command.insertAbove.action),
            MenuItem(localized("Insert _Below"), action: Command.insertBelow.action),
            MenuItem(localized("D_uplicate Records"), action: Command.duplicateRecords.action),
            MenuItem(localized("De_lete Records"), action: Command.deleteRecords.action),
        ]
    }

    private var finding: [MenuItem] {
        [
            MenuItem(localized("_Find…"), action: Command.find.action),
            MenuItem(localized("R_eplace…"), action: Command.replace.action),
            MenuItem(localized("Find _Duplicates…"), action: Command.findDuplicates.action),
            MenuItem(localized("_List Records to Fix"), action: Command.findToFix.action),
            MenuItem(localized("_Next Cell to Fix"), action: Command.nextToFix.action),
        ]
    }

    private var screenItems: [MenuItem] {
        ScreenKind.allCases.map { MenuItem($0.title, action: $0.action) }
    }

    private var panes: [MenuItem] {
        [
            MenuItem(localized("_Card of the Record"), action: Command.showCard.action),
            MenuItem(localized("_Summary of the Field"), action: Command.showSummary.action),
            MenuItem(localized("Histor_y"), action: Command.showHistory.action),
        ]
    }

    private var rowHeight: MenuItem {
        let choices = RowHeight.lines.map { lines in
            MenuItem(
                localized("{count} line", "{count} lines", count: lines), action: "win.\(Self.rowHeightName)::\(lines)")
        }
        return MenuItem(localized("_Row Height"), [choices])
    }

    /// The name of the action that chooses how many lines of text the rows have.
    static let rowHeightName = "row-height"

    private var pictures: [MenuItem] {
        [
            MenuItem(localized("Choose P_icture…"), action: Command.choosePicture.action),
            MenuItem(localized("Remove Pict_ure"), action: Command.removePicture.action),
        ]
    }
}
