import GtkKit
import KirokuCore

/// The window's menu: a dozen lines, with less common commands in submenus.
@MainActor
enum WindowMenu {
    /// The name of the action that chooses how many lines of text the rows have.
    static let rowHeightName = "row-height"
    /// The name of the action that shows the view at a place of the list.
    static let viewName = "view"

    static func make() -> Menu {
        Menu([
            [
                MenuItem(localized("_New"), [new]),
                MenuItem(localized("_Open…"), action: Command.open.action),
                MenuItem(localized("_Document"), [place, states, sharing]),
            ],
            [
                MenuItem(localized("_Import…"), action: Command.importText.action),
                MenuItem(localized("_Export…"), action: Command.export.action),
                MenuItem(localized("_Print…"), action: Command.print.action),
            ],
            [
                MenuItem(localized("_Find"), [finding]),
                MenuItem(localized("_View"), [screenItems, panes, [rowHeight]]),
                MenuItem(localized("_Records"), [records, pictures]),
                MenuItem(localized("Fie_lds…"), action: Command.showFields.action),
            ],
            [
                MenuItem(localized("Preferen_ces"), action: Command.preferences.action),
                MenuItem(localized("_Help"), [help]),
            ],
        ])
    }

    private static var new: [MenuItem] {
        [
            MenuItem(localized("_New Document…"), action: Command.newDocument.action),
            MenuItem(localized("Ne_w from Clipboard…"), action: Command.newFromClipboard.action),
            MenuItem(localized("_Open from a Server…"), action: Command.openFromServer.action),
        ]
    }

    private static var place: [MenuItem] {
        PlaceMenu.commands.map { MenuItem($0, action: $1.action) }
    }

    private static var states: [MenuItem] {
        [
            MenuItem(localized("_Backups…"), action: Command.backups.action),
            MenuItem(localized("Compare _with…"), action: Command.compare.action),
        ]
    }

    private static var sharing: [MenuItem] {
        [
            MenuItem(localized("S_hare This Document…"), action: Command.share.action),
            MenuItem(localized("Co_nnection…"), action: Command.connection.action),
            MenuItem(localized("_Keep a Copy Here…"), action: Command.keepHere.action),
            MenuItem(localized("Keep a _Part Here…"), action: Command.keepPart.action),
            MenuItem(localized("Re_load"), action: Command.reload.action),
        ]
    }

    private static var help: [MenuItem] {
        [
            MenuItem(localized("_Manual"), action: Command.help.action),
            MenuItem(localized("_Keyboard Shortcuts"), action: Command.shortcuts.action),
            MenuItem(localized("_About Kiroku"), action: Command.about.action),
        ]
    }

    private static var records: [MenuItem] {
        [
            MenuItem(localized("_New Record"), action: Command.addRecord.action),
            MenuItem(localized("Insert Abo_ve"), action: Command.insertAbove.action),
            MenuItem(localized("Insert _Below"), action: Command.insertBelow.action),
            MenuItem(localized("D_uplicate Records"), action: Command.duplicateRecords.action),
            MenuItem(localized("_Delete Records"), action: Command.deleteRecords.action),
            MenuItem(localized("_Copy Table"), action: Command.copyTable.action),
        ]
    }

    private static var finding: [MenuItem] {
        [
            MenuItem(localized("_Find…"), action: Command.find.action),
            MenuItem(localized("R_eplace…"), action: Command.replace.action),
            MenuItem(localized("Find _Duplicates…"), action: Command.findDuplicates.action),
            MenuItem(localized("_List Problems"), action: Command.findToFix.action),
            MenuItem(localized("_Next Problem"), action: Command.nextToFix.action),
        ]
    }

    private static var screenItems: [MenuItem] {
        ScreenKind.allCases.map { MenuItem($0.title, action: $0.action) }
    }

    private static var panes: [MenuItem] {
        [
            MenuItem(localized("Record _Card"), action: Command.showCard.action),
            MenuItem(localized("Field _Summary"), action: Command.showSummary.action),
            MenuItem(localized("Histor_y"), action: Command.showHistory.action),
            MenuItem(localized("Saved _Views…"), action: Command.showViews.action),
        ]
    }

    private static var rowHeight: MenuItem {
        let choices = RowHeight.lines.map { lines in
            MenuItem(
                localized("{count} line", "{count} lines", count: lines), action: "win.\(rowHeightName)::\(lines)")
        }
        return MenuItem(localized("_Row Height"), [choices])
    }

    private static var pictures: [MenuItem] {
        [
            MenuItem(localized("Choose P_icture…"), action: Command.choosePicture.action),
            MenuItem(localized("Re_move Picture"), action: Command.removePicture.action),
        ]
    }
}
