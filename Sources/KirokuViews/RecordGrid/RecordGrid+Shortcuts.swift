import GtkKit
import KirokuCore

extension RecordGrid {
    /// The keys that the grid handles, for a list of all keys.
    public static var shortcuts: [ShortcutGroup] {
        [moving, selecting, entering, records, fields]
    }

    private static var moving: ShortcutGroup {
        ShortcutGroup(
            localized("Moving in the Table"),
            [
                Shortcut(localized("Move to the next cell"), "Left", "Right", "Up", "Down"),
                Shortcut(localized("Next and previous cell"), "Tab", "<Shift>Tab"),
                Shortcut(
                    localized("Next and previous record, in the field where you started"), "Return", "<Shift>Return"),
                Shortcut(localized("First and last field of the record"), "Home", "End"),
                Shortcut(localized("First and last cell of the table"), "<Primary>Home", "<Primary>End"),
                Shortcut(
                    localized("To the edge of a block of cells"), "<Primary>Left", "<Primary>Right", "<Primary>Up",
                    "<Primary>Down"),
                Shortcut(localized("A page up or down"), "Page_Up", "Page_Down"),
                Shortcut(localized("Show the whole record until the cursor leaves it"), "<Alt>Return"),
                Shortcut(localized("Open a web or mail address in the cell"), "<Primary>Return"),
                Shortcut(
                    localized("Decrease and increase the row height"), "<Shift><Alt>Page_Up", "<Shift><Alt>Page_Down"),
                Shortcut(
                    localized("Go to the next or previous control outside the table"), "<Primary>Tab",
                    "<Primary><Shift>Tab"),
            ])
    }

    private static var selecting: ShortcutGroup {
        ShortcutGroup(
            localized("Selecting and Copying"),
            [
                Shortcut(
                    localized("Extend or shrink the selection"), "<Shift>Left", "<Shift>Right", "<Shift>Up",
                    "<Shift>Down"),
                Shortcut(localized("Select everything"), "<Primary>a"),
                Shortcut(localized("Select the column"), "<Primary>space"),
                Shortcut(localized("Select the record"), "<Shift>space"),
                Shortcut(localized("Cut the cells"), "<Primary>x"),
                Shortcut(localized("Copy the cells"), "<Primary>c"),
                Shortcut(localized("Paste"), "<Primary>v"),
                Shortcut(localized("Menu of the cells"), "Menu", "<Shift>F10"),
            ])
    }

    private static var entering: ShortcutGroup {
        ShortcutGroup(
            localized("Entering Values"),
            [
                Shortcut(localized("Edit the text"), "F2"),
                Shortcut(localized("Replace the text"), "BackSpace"),
                Shortcut(localized("Clear the selected cells"), "Delete"),
                Shortcut(localized("Fill down"), "<Primary>d"),
                Shortcut(localized("Copy the value from above"), "<Primary>apostrophe"),
                Shortcut(localized("Today’s date"), "<Primary>semicolon"),
                Shortcut(localized("The current time"), "<Primary>colon"),
            ])
    }

    private static var records: ShortcutGroup {
        ShortcutGroup(
            localized("Order of the Records"),
            [Shortcut(localized("Move the selected records"), "<Shift><Alt>Up", "<Shift><Alt>Down")])
    }

    private static var fields: ShortcutGroup {
        ShortcutGroup(
            localized("Fields"),
            [
                Shortcut(localized("Menu of the field"), "<Alt>Down"),
                Shortcut(localized("Filter by the values of the field"), "<Primary><Shift>l"),
                Shortcut(localized("Narrower and wider column"), "<Alt>Left", "<Alt>Right"),
                Shortcut(localized("Repeat the field in new records"), "<Primary><Shift>p"),
                Shortcut(localized("Move the field"), "<Shift><Alt>Left", "<Shift><Alt>Right"),
            ])
    }
}
